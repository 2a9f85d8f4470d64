import { spoken } from '#gateway/lib/models/text-keys.ts'
import type { DeviceText, TextValue } from '#schemas/generated/entities/rule.ts'
import { statusName } from '../../status-words.ts'
import { propertyAt } from '../offered/properties.ts'
import { propertyName, type Speech } from '../sentences.ts'

/** "Washing machine · Energy". */
export function deviceLabel(
  { device_id, device_name, service_name, property_name }: Omit<DeviceText, 'id'>,
  { ports, words }: Speech,
): string {
  const head = ports.home.device(device_id)
  const offered = propertyAt(head, { service: service_name, property: property_name })
  return `${head?.name ?? device_name ?? device_id} · ${offered ? propertyName(offered, words) : spoken(property_name)}`
}

/** What stands for a value while somebody writes the text around it. */
export const labelOf = (value: TextValue, speech: Speech): string =>
  value.kind === 'status' ? statusName(value.name, speech.text) : deviceLabel(value, speech)
