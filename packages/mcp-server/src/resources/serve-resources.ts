/** Handlers of `resources/list`, `resources/templates/list` and `resources/read`. */
import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import type { ActionSelection } from "@sdl/engine";
import { runForRequest } from "../answer-text.js";
import type { RequestContext, ServerSurface } from "../surface.js";
import { graphPageResource } from "./graph-page-resource.js";
import { REPOSITORY_RESOURCES } from "./repository-resources.js";
import { isTemplate, matchUri, type SdlResource } from "./resource.js";

/** Add new resources here. */
const RESOURCES: readonly SdlResource[] = [...REPOSITORY_RESOURCES, graphPageResource];

/** Resources whose actions are all offered. @param showsPages whether the client shows pages */
export function offeredResources(selection: ActionSelection, showsPages = false): readonly SdlResource[] {
  return RESOURCES.filter(
    ({ actions, page }) => (page === undefined || showsPages) && actions.every((action) => selection.offers(action)),
  );
}

/** Answers `resources/list`: resources without variables. */
export function listResources({ selection, showsPages }: ServerSurface): ListResourcesResult {
  const fixed = offeredResources(selection, showsPages).filter((resource) => !isTemplate(resource));
  return { resources: fixed.map((resource) => ({ ...describeResource(resource), uri: resource.uri })) };
}

/** Answers `resources/templates/list`: resources with variables. */
export function listResourceTemplates({ selection }: ServerSurface): ListResourceTemplatesResult {
  const templates = offeredResources(selection).filter(isTemplate);
  return {
    resourceTemplates: templates.map((resource) => ({ ...describeResource(resource), uriTemplate: resource.uri })),
  };
}

/** Answers `resources/read`. @throws {ProtocolError} with the known addresses, if the address is unknown */
export async function readResource(
  uri: string,
  surface: ServerSurface,
  request: RequestContext,
): Promise<ReadResourceResult> {
  const offered = offeredResources(surface.selection, surface.showsPages);
  for (const resource of offered) {
    const variables = matchUri(resource, uri);
    if (variables === undefined) continue;
    const text = await runForRequest(surface, request, (inquiry) => resource.read(variables, inquiry), uri);
    return { contents: [{ uri, mimeType: resource.mimeType, text, ...pageMeta(resource) }] };
  }
  const known = offered.map((resource) => resource.uri);
  const advice = known.length === 0 ? "this server has none" : `there are ${known.join(", ")}`;
  throw new ResourceNotFoundError(uri, `no resource has the address ${JSON.stringify(uri)}; ${advice}`);
}

function describeResource(resource: SdlResource) {
  const { name, title, description, mimeType } = resource;
  return { name, title, description, mimeType, ...pageMeta(resource) };
}

function pageMeta({ page }: SdlResource): { readonly _meta?: Record<string, unknown> } {
  return page === undefined ? {} : { _meta: { ui: page } };
}
