/** Facts of Vue's single-file components. */
import { expect, test } from "vitest";
import { factLines, refsOf } from "./check-container.js";

const CARD = `<!-- a comment with <template> in it -->
<template>
  <user-avatar v-for="(friend, i) in user.friends" :key="friend.id" @select="pick(friend); save()">
    <template #default="{ item }">{{ item.name }} {{ format(friend) }}</template>
  </user-avatar>
  <input v-model="draft" @click="save">
</template>
<script setup lang="ts">
import UserAvatar from "./UserAvatar.vue";
import { format } from "./format";
const props = withDefaults(defineProps<{ user: User; size?: number }>(), { size: 3 });
const emit = defineEmits<{ (e: "change", id: number): void; (e: "save"): void }>();
const draft = ref("");
function save() { emit("save"); }
const pick = (friend: User) => emit("change", friend.id);
const item = 1;
</script>
<style>.a { color: red }</style>
`;

test("the component is a function with its properties as parameters, and the script's symbols stand at their places", () => {
  expect(factLines("UserCard.vue", CARD, ["function", "variable", "param", "export", "file"])).toEqual([
    "function UserCard 2:0-7:11 @2:0 exported exported,defaultexport",
    "  param user: User",
    "  param size: number = 3 [optional]",
    "variable props 11:0-11:86 @11:6 internal const",
    "variable emit 12:0-12:83 @12:6 internal const",
    "variable draft 13:0-13:22 @13:6 internal const",
    "function save 14:0-14:33 @14:9 internal",
    "function pick 15:0-15:57 @15:6 internal const",
    "  param friend: User ~ global:User",
    "variable item 16:0-16:15 @16:6 internal const",
    "export default = symbol:UserCard",
    "file errors=0 lines=19 generated=0",
  ]);
  expect(factLines("UserCard.vue", CARD, ["sig"])[0]).toBe(
    '  sig "UserCard(user: User, size?: number = 3) emits change, save"',
  );
});

test("a template uses components and script names, but not the names that it declares itself", () => {
  expect(refsOf("UserCard.vue", CARD).filter((ref) => ref.startsWith("UserCard "))).toEqual([
    "UserCard tag import:UserAvatar @3:3",
    "UserCard call symbol:pick/1 @3:77",
    "UserCard call symbol:save/0 @3:91",
    "UserCard call import:format/1 @4:53",
    "UserCard read symbol:draft @6:18",
    "UserCard read symbol:save @6:33",
  ]);
});

test("an object of options is the component, with its methods as members that the template names", () => {
  const text = `<template><div @click="save"><Lazy/><p>{{ total }}</p></div></template>
<script>
import Child from './Child.vue'
/** The old card. */
export default defineComponent({
  components: { 'x-child': Child, Lazy: () => import('./Lazy.vue') },
  props: { user: Object, size: { type: [Number, String], default: 3, required: true } },
  emits: ['change'],
  computed: { total() { return this.count } },
  methods: { save() { helper() } },
})
function helper() {}
</script>
`;
  expect(factLines("old-card.vue", text, ["function", "method", "doc", "param"])).toEqual([
    "function OldCard 5:0-11:2 @5:0 exported exported,defaultexport",
    '  doc "The old card."',
    "  param user: object [optional]",
    "  param size: number | string = 3",
    "method OldCard.components.Lazy 6:34-6:66 @6:34 public",
    "method OldCard.total 9:14-9:43 @9:14 public",
    "method OldCard.save 10:13-10:32 @10:13 public",
    "function helper 12:0-12:20 @12:9 internal",
  ]);
  expect(refsOf("old-card.vue", text)).toEqual([
    "OldCard read symbol:OldCard.save @1:23",
    "OldCard tag module:./Lazy.vue.default @1:30",
    "OldCard read symbol:OldCard.total @1:42",
    "OldCard call global:defineComponent/1 @5:15",
    "OldCard.components read import:Child @6:27",
    "OldCard.total read this:OldCard.count @9:36",
    "OldCard.save call symbol:helper/0 @10:22",
  ]);
});

test("two scripts share a module, and a script may lie in another file", () => {
  const text =
    '<script lang="ts">export type Mode = "a";</script><script setup lang="ts">const mode: Mode = f()</script>';
  expect(factLines("A.vue", text, ["type", "variable", "export"])).toEqual([
    "type Mode 1:18-1:41 @1:30 exported exported",
    "  type literal:string",
    "variable mode 1:74-1:97 @1:80 internal const",
    "  type symbol:Mode",
    "export Mode = symbol:Mode",
    "export default = symbol:A",
  ]);
  expect(factLines("B.vue", '<template><p/></template>\n<script src="./b.ts"></script>\n', ["import"])).toEqual([
    "import sideeffect from ./b.ts @2",
  ]);
});

test("a component that no script imports is looked for by its name", () => {
  expect(refsOf("A.vue", "<template><base-button/><A/></template>")).toEqual([
    "A tag module:component:BaseButton.default @1:11",
    "A tag symbol:A @1:25",
  ]);
});

test("a tag with a capital letter means no name that begins with a small one", () => {
  const text = "<template><Tabs/><my-tabs/></template><script setup>const tabs = 1, myTabs = 2;</script>";
  expect(refsOf("A.vue", text)).toEqual(["A tag module:component:Tabs.default @1:11", "A tag symbol:myTabs @1:18"]);
});

test("templates in other languages are left out", () => {
  const text = '<template lang="pug">\ndiv(@click="save")\n</template>\n<script setup>function save() {}</script>\n';
  expect(refsOf("A.vue", text)).toEqual([]);
  expect(factLines("A.vue", text, ["function"])).toEqual([
    "function A 4:1-4:3 @4:1 exported exported,defaultexport",
    "function save 4:14-4:32 @4:23 internal",
  ]);
});

test("an expression that does not parse costs itself only", () => {
  const text = '<template><p :a="b(" :c="d()">{{ e( }}</p></template><script setup>function d() {}</script>';
  expect(refsOf("A.vue", text)).toEqual(["A call symbol:d/0 @1:25"]);
});
