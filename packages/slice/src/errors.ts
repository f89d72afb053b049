/** The error class of this package. Requests that a client can mend throw the model's SdlError instead. */

/** A wire value that is no slice, a text that is no request, or use of the package that its types could not rule out. */
export type SliceErrorCode = "INVALID_WIRE" | "INVALID_REQUEST";

export class SliceError extends Error {
  override readonly name = "SliceError";
  constructor(
    readonly code: SliceErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
