/**
 * SARIF 2.1.0 of a change report: one result for each symbol of each finding, at its place.
 * Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
 */
import type { ChangeReport } from "@sdl/engine";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/** The most results that code scanning services accept in one run. */
const MAX_RESULTS = 5000;

const RULES: Readonly<Record<string, string>> = {
  "high-risk-changes": "A change of high risk by itself",
  "interface-breaking-changes": "A declaration that no longer fits the code that uses it",
  "side-effect-changes": "A symbol with changed side effects",
  "removed-symbols": "An exported symbol that is gone",
  "large-impact-radius": "A changed symbol that much depends on",
  "untested-changes": "A changed symbol that no test is known to exercise",
  "new-symbols": "A new symbol",
};

const LEVELS = { high: "error", medium: "warning", low: "note" } as const;

/** Converts a report to a SARIF log. @param version of this program, for the log's tool entry */
export function changeSarif(report: ChangeReport, version: string): object {
  const types = [...new Set([...Object.keys(RULES), ...report.findings.map(({ type }) => type)])];
  const results = report.findings.flatMap(({ type, severity, message, score, symbols }) =>
    symbols.map(({ symbolId, name, place }) => ({
      ruleId: type,
      ruleIndex: types.indexOf(type),
      level: LEVELS[severity],
      message: { text: `${name}: ${message}` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: toUriReference(place.file), uriBaseId: "SRCROOT" },
            region: { startLine: Math.max(1, place.line) },
          },
          logicalLocations: [{ fullyQualifiedName: name }],
        },
      ],
      partialFingerprints: { "sdlSymbol/v1": `${type}:${symbolId}` },
      properties: { score },
    })),
  );
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "SDL",
            semanticVersion: version,
            rules: types.map((id) => ({ id, shortDescription: { text: RULES[id] ?? id } })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: results.slice(0, MAX_RESULTS),
        properties: { riskScore: report.riskScore, riskLevel: report.riskLevel },
      },
    ],
  };
}

/** A relative URI reference: every path segment is percent-encoded. */
function toUriReference(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
