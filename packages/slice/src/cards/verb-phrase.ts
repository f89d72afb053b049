/** Verb phrases from function names: `loadUserById` gives "Loads user by id". Requires a name that begins with a verb and continues. */

const VERBS = new Set(
  (
    "abort accept acquire activate add adjust advance aggregate align allocate announce append apply archive ask assemble assign assert attach authenticate " +
    "authorize await backup batch begin bind boot broadcast build bump cache calculate call cancel capture cast change check choose clamp clean clear " +
    "click clone close coerce collapse collect combine commit compare compile compose compress compute concat configure confirm connect consume contain " +
    "convert copy count crawl create cut deactivate debounce decode decorate decrease decrement decrypt dedent dedupe deduplicate deepen define delay delegate delete " +
    "derive describe deserialize destroy detach detect determine diff disable disconnect discover dispatch display dispose divide do download draw drop dump " +
    "duplicate edit eject embed emit enable encode encrypt end enforce enqueue ensure enter enumerate erase escape establish estimate evaluate evict examine exclude execute " +
    "exit expand expect explain export expose extend extract fail fetch fill filter finalize find finish fire fit fix flatten flip flush fold follow " +
    "force forget fork format forward free freeze gather generate get give go grant grow group guard guess halt handle hash hide highlight hoist hydrate identify " +
    "ignore implement import include increase increment indent index infer inherit init initialize inject insert inspect install instantiate " +
    "interpolate intersect invalidate invert invoke issue iterate join jump keep kill launch lex limit link list listen load locate lock log login logout look " +
    "lookup lower make manage map mark mask match measure memoize merge migrate minify mock modify monitor mount move multiply mutate mute navigate negate normalize note " +
    "notify observe obtain offer omit open optimize order override pack pad paint parse partition patch pause perform persist pick ping pipe place " +
    "plan play poll pop populate position post prefetch prepare prepend preprocess press prevent print process produce project promote propagate prove provide prune publish pull " +
    "purge push put query queue quit quote raise rank reach react read rebuild receive recompute reconcile reconnect record recover recurse redirect redo reduce refresh refuse " +
    "register reindex reject release reload remember remove rename render reorder repair repeat replace replay reply report request require rerun reserve reset resize resolve respond " +
    "restart restore resume retain retrieve retry return reuse reveal reverse revert revoke rewrite roll rotate round route run sample sanitize save scale scan schedule " +
    "score scroll search seed seek select send serialize serve set settle setup shape share shift show shrink shuffle shutdown sign simplify simulate skip sleep slice " +
    "slugify smooth snap solve sort spawn split spread squash stack start step stop store strip submit subscribe substitute subtract sum summarize suspend swap switch sync " +
    "synchronize synthesize tag take tear terminate throttle throw toggle tokenize touch trace track train transfer transform translate transpile traverse trigger trim truncate try tune turn " +
    "unbind uncompress undo unescape uninstall unlink unlock unmount unpack unregister unset unsubscribe unwrap update upgrade upload upsert use validate verify visit wait " +
    "wake walk warn watch widen wipe wrap write yield zip"
  ).split(" "),
);

const PREDICATES: Readonly<Record<string, string>> = {
  is: "it is",
  are: "they are",
  was: "it was",
  has: "it has",
  have: "they have",
  can: "it can",
  should: "it should",
  needs: "it needs",
  supports: "it supports",
  contains: "it contains",
  includes: "it includes",
};

/** First words of names that give a phrase only together with further words. */
const PREPOSITIONS: Readonly<Record<string, string>> = { to: "Converts to", from: "Builds from", on: "Handles" };

/** Words with which a phrase cannot end. */
const NON_FINAL_WORDS = new Set(
  "and or to of by from with in on for at as into if between via against without before after until than".split(" "),
);

/** Phrase without full stop; `undefined` if the name does not begin with a verb, or consists of a verb only. */
export function verbPhrase(name: string): string | undefined {
  if (/^__.*__$/.test(name)) return undefined;
  const [first = "", ...rest] = wordsOfName(name);
  if (NON_FINAL_WORDS.has(rest.at(-1) ?? "and")) return undefined;
  const object = rest.map((word, i) => (rest[i - 1] === "and" && VERBS.has(word) ? thirdPerson(word) : word)).join(" ");
  if (VERBS.has(first)) return `${capitalize(thirdPerson(first))} ${object}`;
  const head = Object.hasOwn(PREDICATES, first) ? `Tells whether ${PREDICATES[first]}` : ownEntry(PREPOSITIONS, first);
  return head === undefined ? undefined : `${head} ${object}`;
}

function ownEntry(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Words of a name, such as `parseJSONFile` or `parse_json_file`, in lower case; abbreviations keep their capitals. */
function wordsOfName(name: string): string[] {
  const words =
    name.replace(/[^\p{L}\p{N}]+/gu, " ").match(/\p{Lu}{2,}(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}|\p{N}+/gu) ?? [];
  const isConstant = !/\p{Ll}/u.test(name);
  return words.map((word, i) => (i > 0 && !isConstant && /^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));
}

function thirdPerson(verb: string): string {
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

function capitalize(word: string): string {
  return (word[0]?.toUpperCase() ?? "") + word.slice(1);
}
