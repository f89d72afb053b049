/** Repositories that search is measured on, in none of the lists that the product was tuned with. */

export interface PinnedRepository {
  /** `OWNER/NAME` */
  readonly name: string;
  readonly commit: string;
  /** Whether the product was changed with its queries in view; the others are only judged. */
  readonly isDevelopment: boolean;
  /** Whether only options, variables, routes and tests are asked about: programs have more of these than libraries. */
  readonly isOfHandles: boolean;
}

function pinned(isDevelopment: boolean, name: string, commit: string): PinnedRepository {
  return { name, commit, isDevelopment, isOfHandles: false };
}

function program(isDevelopment: boolean, name: string, commit: string): PinnedRepository {
  return { name, commit, isDevelopment, isOfHandles: true };
}

/** Pinned commits: first those used in development, then those held out. */
export const REPOSITORIES: readonly PinnedRepository[] = [
  pinned(true, "falconry/falcon", "ce0a35b8fd02747cc72710202886874906b0d47a"),
  pinned(true, "docker/docker-py", "afc6d1ee308e78b908b96a94298c37fa8c465588"),
  pinned(true, "taskforcesh/bullmq", "352d3c72bf2bc5ec851630a4cdcba7d44c313ed0"),
  pinned(true, "nodemailer/nodemailer", "2f667f4272cb2d7cb479b2e3903ab10600fc0eae"),
  pinned(true, "knex/knex", "e25d54bcb707714a17f5a5744eba5c4246bb4d1d"),
  pinned(false, "sanic-org/sanic", "785d77f8fe208576a48d339bd81d866021154092"),
  pinned(false, "fsspec/filesystem_spec", "669de5e157cd3ce3f9bf71c7bceb7bb31c8c7a55"),
  pinned(false, "agronholm/apscheduler", "f2337f7aa675718ba5f0af33e0cb53006304ab0a"),
  pinned(false, "TypeStrong/typedoc", "6d8c856bbb46b089371952981f113c3e318818fd"),
  pinned(false, "karma-runner/karma", "84f85e7016efc2266fa6b3465f494a3fa151c85c"),
  program(true, "locustio/locust", "407343d0f5ab84a32f41f6f9a7c991188d10a55a"),
  program(true, "louislam/uptime-kuma", "6398a9581d1c3c427a7536559f47ccf45dac08b4"),
  program(false, "pypa/hatch", "ed8e30bebf98f2fe4d70c18a32a50a8160c391cb"),
  program(false, "paperless-ngx/paperless-ngx", "b0e0e8a35373a5d9d588a507cb63c79e50a23403"),
  program(false, "ether/etherpad-lite", "b827f5b3d93bc79fc9014c7d9f8b900956b8af65"),
  program(false, "mochajs/mocha", "e6b9ee773481fd739ae24caeb42f32ac0b010f95"),
];
