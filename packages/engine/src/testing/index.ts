/** Test helpers shared by the adapters' tests; see @sdl/repository/testing. */
export { shareOfDay } from "@sdl/graph/testing";
export {
  type DamageDone,
  EXAMPLE_REPOSITORY,
  GitFixture,
  makePlace,
  pick,
  type Random,
  readHistory,
  StoreTemplate,
  seededRandom,
  writeExampleRepository,
} from "@sdl/repository/testing";
export { joinTeam, type TeamMember } from "./team-member.js";
