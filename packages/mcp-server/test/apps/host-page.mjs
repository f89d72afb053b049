/**
 * The host of an MCP App, in a browser, around the protocol's own bridge: a frame of another origin (the sandbox) holds the page in a frame without an
 * origin, and hands messages on. What the bridge hears is noted in `window.heard`.
 */
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

const heard = { isEarly: false, sizes: [], modes: [], calls: [] };

async function open({ sandbox, html, csp, permissions, hostContext, toolArguments, result }) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin");
  frame.style.cssText = "border:0;width:100%;height:200px";
  const ready = new Promise((resolve) => {
    addEventListener("message", ({ source, data }) => {
      if (source === frame.contentWindow && data.method === "ui/notifications/sandbox-proxy-ready") resolve();
    });
  });
  frame.src = sandbox;
  document.body.append(frame);
  await ready;
  const bridge = new AppBridge(null, { name: "host", version: "1" }, { serverTools: {} }, { hostContext });
  let isReady = false;
  const initialized = new Promise((resolve) => {
    bridge.oninitialized = () => {
      isReady = true;
      resolve();
    };
  });
  bridge.oncalltool = async ({ name, arguments: args }) => {
    heard.calls.push({ name, args });
    return window.callTool(name, args);
  };
  bridge.onsizechange = ({ height }) => {
    heard.isEarly ||= !isReady;
    heard.sizes.push(height);
    frame.style.height = `${height}px`;
  };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    heard.modes.push(mode);
    frame.style.height = mode === "fullscreen" ? "100vh" : "620px";
    return { mode };
  };
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  await bridge.sendSandboxResourceReady({ html, csp, permissions });
  await initialized;
  await bridge.sendToolInput({ arguments: toolArguments });
  if (result === undefined) await bridge.sendToolCancelled({ reason: "the user" });
  else await bridge.sendToolResult(result);
  window.bridge = bridge;
}

Object.assign(window, { open, heard });
