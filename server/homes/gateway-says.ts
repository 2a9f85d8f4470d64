import type { ValidateFunction } from 'ajv'
import { withDeviceIds } from '#gateway/lib/homes/floor-layout.ts'
import { cleanTold } from '#gateway/lib/names/clean-told.ts'
import type { Event, Response } from '#schemas/generated/channel.ts'
import * as generated from '#schemas/generated/validate-gateway.js'

/** By `event_…` and `…_answer`, as AsyncAPI names them. */
const validators: Readonly<Record<string, ValidateFunction | undefined>> = generated

const PROPERTY_CHANGED = 'device_property_changed'

/** What a gateway tells that nobody can read has this code; whoever asked is not left waiting. */
const UNREADABLE = 502

/** An event that gateways may tell, cleaned and valid by its schema; nothing else is believed or passed on (M-04). */
export function readEvent(message: unknown): Event | undefined {
  const event = cleanTold(message)
  if (!isEvent(event)) return undefined
  const valid = validators[`event_${nameOf(event)}`]
  return valid?.(event.data) ? event : undefined
}

export function readResponse(message: unknown): Response | undefined {
  const response = cleanTold(message)
  return generated.envelope_response(response) ? (response as Response) : undefined
}

/** The answer to a command as far as it is valid; of a list what is. */
export function readAnswer(command: string, response: Response): Response {
  if (response.code !== 0) return response
  const { id } = response
  // Rooms may hold their devices whole (spec 2 §3).
  const data = command === 'get_layout' ? withDeviceIds(response.data) : response.data
  const valid = validators[`${command}_answer`]
  if (!valid) return { id, code: UNREADABLE, message: 'The gateway answered what was not asked' }
  if (valid(data)) return data === response.data ? response : { ...response, data }
  const part = validPart(valid, data)
  return part === undefined
    ? { id, code: UNREADABLE, message: 'The gateway gave an answer that cannot be read' }
    : { ...response, data: part }
}

/** One device or rule that is not understood takes none of the others along. */
function validPart(valid: ValidateFunction, data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const part = Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? value.filter((one) => valid({ ...emptied(data), [name]: [one] })) : value,
    ]),
  )
  return valid(part) ? part : undefined
}

const emptied = (data: object): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => [name, Array.isArray(value) ? [] : value]),
  )

function isEvent(value: unknown): value is Event {
  if (!generated.envelope_event(value)) return false
  const { seq } = value as Event
  return seq === undefined || Number.isSafeInteger(seq)
}

/** Each device has an event of its own for its properties. */
function nameOf({ event, data }: Event): string {
  const device =
    typeof data === 'object' && data !== null && 'device_id' in data ? String(data.device_id) : undefined
  return event === `device_${device}_property_changed` ? PROPERTY_CHANGED : event
}
