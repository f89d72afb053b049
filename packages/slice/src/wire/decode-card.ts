/** Decoder of compact cards; wire.ts lists the fields. */
import { isSymbolId, SYMBOL_KINDS, type SymbolId, VISIBILITIES, type Visibility } from "@sdl/model";
import { type Param, PROCESS_ROLES, RESOLVERS } from "@sdl/model/graph";
import {
  type CallResolution,
  type CardMetrics,
  type CardSignature,
  DETAIL_LEVELS,
  type ResolvedCall,
} from "../cards/card.js";
import type { CardCluster, CardProcess } from "../cards/derived-fields.js";
import { describeResolver } from "../cards/resolution.js";
import type { SliceCard, Why } from "../slice.js";
import { DEFAULT_LEVEL, defaultVisibility, impliedExported } from "./encode-card.js";
import type { Reader } from "./reader.js";

const RELATIONS = ["same", "related"] as const;

/** Tables that the indexes in a card refer to. */
export interface CardTables {
  readonly paths: readonly string[];
  readonly clusters: readonly CardCluster[];
}

/** @param tables absent if cards contain paths and clusters inline */
export function decodeCard(reader: Reader, tables: CardTables | undefined): SliceCard {
  const symbolId = decodeSymbolId(reader.field("i"));
  const place = reader.field("f");
  const file = tables === undefined ? place.text() : place.tableEntry(tables.paths);
  const kind = reader.field("k").oneOf(SYMBOL_KINDS);
  const detailLevel = reader.field("z").optional((z) => z.tableEntry(DETAIL_LEVELS)) ?? DEFAULT_LEVEL;
  const visibility = decodeVisibility(
    reader.field("v"),
    detailLevel === "minimal" ? undefined : defaultVisibility(kind),
  );
  const qualifiedName = reader.field("q").optional((q) => q.text());
  const name = reader.field("n");
  const exported = reader.field("x").optional((x) => x.flag()) ?? impliedExported(visibility);
  return withoutUndefined({
    symbolId,
    name: name.isPresent ? name.text() : (qualifiedName ?? file),
    kind,
    file,
    line: reader.field("l").number(),
    qualifiedName,
    exported,
    visibility,
    signature: reader.field("s").optional(decodeSignature),
    deps: reader.field("d").optional((d) =>
      withoutUndefined({
        imports: d.field("i").optional((i) => i.texts()),
        calls: d.field("c").optional((c) => c.texts()),
      }),
    ),
    callResolution: reader.field("r").optional(decodeResolution),
    summary: reader.field("t").optional((t) => t.text()),
    metrics: reader.field("m").optional(decodeMetrics),
    cluster: reader
      .field("u")
      .optional((u) => (tables === undefined ? decodeCluster(u) : u.tableEntry(tables.clusters))),
    invariants: reader.field("a").optional((a) => a.texts()),
    sideEffects: reader.field("b").optional((b) => b.texts()),
    range: reader.field("g").optional((g) => ({
      startLine: g.item(0).number(),
      startCol: g.item(1).number(),
      endLine: g.item(2).number(),
      endCol: g.item(3).number(),
    })),
    processes: reader.field("o").optional((o) => o.items().map(decodeProcess)),
    detailLevel,
    why: reader.field("w").optional(decodeWhy),
  });
}

function decodeVisibility(reader: Reader, usual: Visibility | undefined): Visibility | undefined {
  if (!reader.isPresent) return usual;
  return reader.value === 0 ? undefined : reader.oneOf(VISIBILITIES);
}

/** Reads a symbol id. @throws through the reader if the text has another form */
export function decodeSymbolId(reader: Reader): SymbolId {
  const id = reader.text();
  return isSymbolId(id) ? id : reader.fail("a symbol id");
}

type PresentFields<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The object without its undefined fields. */
export function withoutUndefined<T extends object>(object: T): PresentFields<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as PresentFields<T>;
}

function decodeSignature(reader: Reader): CardSignature {
  if (typeof reader.value === "string") return { text: reader.value };
  return withoutUndefined({
    params: reader.field("p").optional((p) => p.items().map(decodeParam)),
    returns: reader.field("r").optional((r) => r.text()),
    generics: reader.field("g").optional((g) => g.texts()),
    overloads: reader.field("o").optional((o) => o.texts()),
    async: reader.field("a").optional((a) => a.flag()),
    generator: reader.field("y").optional((y) => y.flag()),
    text: reader.field("s").text(),
  });
}

function decodeParam(reader: Reader): Param {
  const type = reader.item(1);
  const value = reader.item(3);
  const optional = reader.item(2).optional((flag) => flag.flag());
  return withoutUndefined({
    name: reader.item(0).text(),
    type: type.value === 0 ? undefined : type.optional((text) => text.text()),
    // If a default is present, the `optional` flag is always written, so 0 does not mean that it was stated.
    optional: value.isPresent && optional === false ? undefined : optional,
    default: value.optional((text) => text.text()),
  });
}

function decodeMetrics(reader: Reader): CardMetrics {
  const churn = reader.item(2);
  const next = typeof churn.value === "number" ? 3 : 2;
  return withoutUndefined({
    fanIn: reader.item(0).number(),
    fanOut: reader.item(1).number(),
    churn30d: next === 3 ? churn.number() : undefined,
    testRefs: reader.item(next).optional((refs) => refs.texts()),
    canonicalTest: reader.item(next + 1).optional((test) =>
      withoutUndefined({
        file: test.item(0).text(),
        symbolId: test.item(1).value === 0 ? undefined : decodeSymbolId(test.item(1)),
        distance: test.item(2).number(),
        proximity: test.item(3).number(),
      }),
    ),
  });
}

/** Reads what {@link compactCluster} wrote. */
export function decodeCluster(reader: Reader): CardCluster {
  return { clusterId: reader.item(0).text(), label: reader.item(1).text(), memberCount: reader.item(2).number() };
}

function decodeProcess(reader: Reader): CardProcess {
  return {
    processId: reader.item(0).text(),
    label: reader.item(1).text(),
    role: reader.item(2).oneOf(PROCESS_ROLES),
    depth: reader.item(3).number(),
  };
}

function decodeResolution(reader: Reader): CallResolution {
  return withoutUndefined({
    minCallConfidence: reader.field("m").optional((m) => m.number()),
    calls: reader.field("c").items().map(decodeResolvedCall),
  });
}

function decodeResolvedCall(reader: Reader): ResolvedCall {
  const id = reader.item(0);
  const { resolverId, reason, phase } = describeResolver(reader.item(3).oneOf(RESOLVERS));
  return withoutUndefined({
    symbolId: id.value === 0 ? undefined : decodeSymbolId(id),
    label: reader.item(1).text(),
    confidence: reader.item(2).number(),
    resolutionReason: reason,
    resolverId,
    resolutionPhase: phase,
  });
}

function decodeWhy(reader: Reader): Why {
  const parts = reader.item(2);
  return {
    path: reader.item(0).texts(),
    score: reader.item(1).number(),
    parts: withoutUndefined({
      query: parts.item(0).number(),
      hotness: parts.item(1).number(),
      structure: parts.item(2).number(),
      kind: parts.item(3).number(),
      trace: parts.item(4).optional((trace) => trace.number()),
      cluster: reader.item(3).optional((cluster) => cluster.oneOf(RELATIONS)),
    }),
  };
}
