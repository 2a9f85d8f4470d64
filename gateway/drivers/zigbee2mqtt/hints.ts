import { isFields } from '../shared/fields.ts'

/** What in the bridge's configuration keeps us from working well, as sentences for whoever runs it. */
export function hintsOf(info: unknown): string[] {
  const config = isFields(info) && isFields(info.config) ? info.config : {}
  const hints: string[] = []
  const advanced = isFields(config.advanced) ? config.advanced : {}
  if (advanced.output === 'attribute')
    hints.push(
      'Zigbee2MQTT publishes single attributes: set advanced.output to "json", else no values arrive',
    )
  const { availability } = config
  const enabled = isFields(availability) ? availability.enabled !== false : availability === true
  if (availability !== undefined && !enabled)
    hints.push(
      'Zigbee2MQTT does not watch its devices: enable availability, else nobody sees that one is offline',
    )
  return hints
}
