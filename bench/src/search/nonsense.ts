/** Queries that no definition in a programming library answers. */
import { pick } from "../statistics/random.js";
import { roughStem, wordsOfName } from "./words.js";

/** Phrases from other domains. */
const PHRASES = `mortgage amortization calculator
chlorophyll absorption spectrum
wheel alignment torque
sourdough starter hydration
patient discharge summary
tectonic plate subduction
blood glucose monitor
violin bow rehair
freight customs declaration
crop irrigation planner
orbital decay prediction
payroll tax withholding
knitting pattern gauge
coral bleaching survey
auction bidding increment
tumor segmentation mask
chess opening repertoire
elevator dispatch algorithm
vineyard harvest yield
ballot counting audit
airline seat upgrade
galaxy redshift estimate
prescription dosage interval
recipe ingredient substitution
loyalty points redemption
kidney donor matching
glacier melt rate
subtitle karaoke lyrics
insurance premium underwriting
volcano eruption alert
parking meter revenue
genome variant annotation
horse racing odds
pottery kiln firing
satellite attitude control
hotel room housekeeping
tennis tournament bracket
whale migration tracking
warehouse pallet forklift
stock dividend portfolio
dental implant crown
bridge girder stress
orchestra seating chart
espresso grinder burr
refugee asylum hearing
lunar regolith sample
taxidermy mount catalogue
plumbing leak detector
wedding guest reception
sailboat rigging tension
battery electrolyte chemistry
traffic congestion toll
embryo incubation humidity
antique furniture appraisal
rocket nozzle throat
hospital triage nurse
perfume fragrance notes
soil nitrogen fertilizer
burglar alarm siren
carpet stain remover`.split("\n");
const SYLLABLES = "bra zul kem vor tix qua pli dro fen gub hax jor mip nud ske wob yat zif".split(" ");
/** Share of the nonsense queries that are phrases; the others are invented words. */
const PHRASE_SHARE = 0.7;

/**
 * Nonsense queries.
 * @param vocabulary stems of the repository's names; at least half of a phrase's words are not in it
 */
export function nonsenseFor(vocabulary: ReadonlySet<string>, count: number, random: () => number): string[] {
  const foreign = PHRASES.filter((phrase) => {
    const words = wordsOfName(phrase);
    return words.filter((word) => !vocabulary.has(roughStem(word))).length * 2 > words.length;
  });
  const made = new Set<string>();
  while (made.size < count * PHRASE_SHARE) made.add(pick(foreign, random));
  while (made.size < count) made.add(Array.from({ length: 1 + (made.size % 2) }, () => inventedWord(random)).join(" "));
  return [...made];
}

function inventedWord(random: () => number): string {
  return Array.from({ length: 3 }, () => pick(SYLLABLES, random)).join("");
}
