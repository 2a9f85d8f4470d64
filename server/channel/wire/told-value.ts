interface Told {
  event?: unknown
  data?: unknown
}

/** By a message, which value it tells: read once, however many listen; what this server says itself is never read. */
const known = new WeakMap<Buffer, string | undefined>()

/** Says of a message what it tells. */
export function notesValue(payload: Buffer, told: Told): Buffer {
  known.set(payload, namedBy(told))
  return payload
}

/** Which value a message tells, as an interest names it; undefined where it tells something else. */
export function valueIn(payload: Buffer): string | undefined {
  if (!known.has(payload)) known.set(payload, read(payload))
  return known.get(payload)
}

function read(payload: Buffer): string | undefined {
  try {
    return namedBy(JSON.parse(payload.toString()) as Told)
  } catch {
    return undefined
  }
}

function namedBy({ event, data }: Told): string | undefined {
  if (typeof event !== 'string' || !event.endsWith('_property_changed')) return undefined
  const { device_id, service_name, property_name } = data as Readonly<Record<string, unknown>>
  return `${device_id}/${service_name}/${property_name}`
}
