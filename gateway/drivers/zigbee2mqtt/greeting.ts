import { field, isFields } from '../shared/fields.ts'

/**
 * Where a bridge that announces its devices to Home Assistant hears that somebody has come: it then says the state of each
 * device again, also of those that sleep. Undefined where it announces nothing.
 */
export function greetingOf(info: unknown): string | undefined {
  const config = isFields(info) ? field(info, 'config') : undefined
  const discovery = isFields(config) ? field(config, 'homeassistant') : undefined
  if (!isFields(discovery) || field(discovery, 'enabled') !== true) return undefined
  const topic = field(discovery, 'status_topic')
  return typeof topic === 'string' && /^[^#+$\0][^#+\0]{0,255}$/.test(topic) ? topic : undefined
}
