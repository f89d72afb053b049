/** Error class of this package. Errors in a request that the client can correct throw the model's SdlError instead. */

/** `INVALID_WIRE`: a wire value or delta that cannot be decoded. `INVALID_REQUEST`: a text that is not a canonical request. */
export type SliceErrorCode = "INVALID_WIRE" | "INVALID_REQUEST";

/** Misuse of this package, or a failure in it. */
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
