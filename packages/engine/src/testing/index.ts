/** What tests of the adapters share; see @sdl/repository/testing. */
export {
  type DamageDone,
  EXAMPLE_REPOSITORY,
  GitFixture,
  makePlace,
  readHistory,
  StoreTemplate,
  writeExampleRepository,
} from "@sdl/repository/testing";
