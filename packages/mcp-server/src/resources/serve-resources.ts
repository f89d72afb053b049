/** The protocol's requests about resources, over a table of them. */
import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import type { ActionSelection } from "@sdl/engine";
import { inquire } from "../answer-text.js";
import type { Asked, Surface } from "../surface.js";
import { REPOSITORY_RESOURCES } from "./repository-resources.js";
import { isTemplate, matchUri, type SdlResource } from "./resource.js";

/** Further resources join here. */
const RESOURCES: readonly SdlResource[] = [...REPOSITORY_RESOURCES];

/** What is made of actions that the server offers. */
export function offeredResources(selection: ActionSelection): readonly SdlResource[] {
  return RESOURCES.filter(({ actions }) => actions.every((action) => selection.offers(action)));
}

export function listResources({ selection }: Surface): ListResourcesResult {
  const fixed = offeredResources(selection).filter((resource) => !isTemplate(resource));
  return { resources: fixed.map((resource) => ({ ...described(resource), uri: resource.uri })) };
}

export function listResourceTemplates({ selection }: Surface): ListResourceTemplatesResult {
  const templates = offeredResources(selection).filter(isTemplate);
  return { resourceTemplates: templates.map((resource) => ({ ...described(resource), uriTemplate: resource.uri })) };
}

/** @throws {ProtocolError} that says what there is, for an address of nothing */
export async function readResource(uri: string, surface: Surface, request: Asked): Promise<ReadResourceResult> {
  for (const resource of offeredResources(surface.selection)) {
    const variables = matchUri(resource, uri);
    if (variables === undefined) continue;
    const text = await inquire(surface, request, (inquiry) => resource.read(variables, inquiry), uri);
    return { contents: [{ uri, mimeType: resource.mimeType, text }] };
  }
  const known = offeredResources(surface.selection).map((resource) => resource.uri);
  const advice = known.length === 0 ? "this server has none" : `there are ${known.join(", ")}`;
  throw new ResourceNotFoundError(uri, `no resource has the address ${JSON.stringify(uri)}; ${advice}`);
}

function described({ name, title, description, mimeType }: SdlResource) {
  return { name, title, description, mimeType };
}
