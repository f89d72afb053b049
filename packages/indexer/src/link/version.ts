/** Version of the linker. Raise it when the same facts give different links: indexes of another version are linked again. */
export const LINKER_VERSION = 27;
