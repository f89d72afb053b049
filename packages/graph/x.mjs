import { openLedger } from "./dist/index.js";
const l = openLedger({directory:"/tmp/startb/sympy/store"});
const t=(n,f)=>{const c=process.cpuUsage();const r=f();const d=process.cpuUsage(c);console.log(n,((d.user+d.system)/1000).toFixed(1));return r};
const s=t("snapshot",()=>l.snapshot());
const n=t("names",()=>s.names()); console.log(n.length);
t("resort",()=>[...n].sort(()=>Math.random()-.5)); const sh=[...n].map((x,i)=>n[(i*7919)%n.length]);
t("sort",()=>[...sh].sort());
t("length",()=>s.length(1,1));
await l.close();
