const encoder = new TextEncoder()

/** So many bytes a value takes on its way. */
export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length
