import { type Fields, isFields } from '../../shared/fields.ts'
import { slug } from '../../shared/slug.ts'
import { type Entity, type Part, type Reading, wire } from '../entity.ts'
import type { Names } from '../names.ts'
import { choices, part } from '../parts.ts'

/** button and scene: one thing that can be sent, nothing that is heard. */
export function button(entity: Entity, names: Names): Part[] {
  const payload =
    entity.component === 'scene'
      ? entity.payload('payload_on', 'ON')
      : entity.payload('payload_press', 'PRESS')
  const last = entity.topic('command_topic')?.split('/').at(-1)
  const kind = entity.text('device_class')
  const named = names(entity, [kind === 'identify' || last === 'identify' ? 'identify' : entity.objectId])
  const value = { ...choices([payload === '' ? 'PRESS' : payload]), label: entity.text('name') }
  const writing = entity.writing('command_topic', 'command_template', () => ({ value: payload }))
  return part(entity, named.name, value, { writing })
}

/** A message that somebody is to read or hear. */
export function notify(entity: Entity): Part[] {
  const value = { kind: 'text' as const, lengthMax: 1000, label: entity.text('name') }
  const writing = entity.writing('command_topic', 'command_template')
  return part(entity, 'message', value, { writing }, { compound: 'notify' })
}

/** Buttons and gestures: the event is what happened, its name a choice of those announced. */
export function event(entity: Entity): Part[] {
  const reading = entity.reading('state_topic', 'value_template', (value) => {
    const json = typeof value === 'string' ? parsed(value) : value
    return isFields(json) ? json.event_type : undefined
  })
  const value = { ...choices(entity.texts('event_types')), label: entity.text('name') }
  return part(entity, 'action', value, { readings: [reading] }, { event: true })
}

/** A trigger of a device: `single` of its topic means that it happened. */
export function trigger(entity: Entity): Part[] {
  const payload = entity.text('payload')
  const happened = payload ?? slug(`${entity.text('type', '')} ${entity.text('subtype', '')}`)
  const reading = entity.reading('topic', 'value_template', (value) =>
    payload === undefined || wire(value) === payload ? happened : undefined,
  )
  return part(entity, 'action', choices([happened]), { readings: [reading] }, { event: true })
}

/** A tag that was held before a reader. */
export function tag(entity: Entity): Part[] {
  const reading = entity.reading('topic', 'value_template')
  return part(entity, 'tag', { kind: 'text' }, { readings: [reading] }, { event: true })
}

/** Firmware: versions and progress are heard, an update can be ordered. */
export function update(entity: Entity): Part[] {
  const heard = (map: (told: Fields) => unknown): Reading | undefined =>
    entity.reading('state_topic', 'value_template', (value) => {
      const json = typeof value === 'string' ? parsed(value) : value
      return map(isFields(json) ? json : { installed_version: json })
    })
  const compound = { compound: 'update' }
  const install =
    entity.config.payload_install === undefined ? undefined : entity.payload('payload_install', '')
  const told = (name: string, value: Part['value'], readings: readonly (Reading | undefined)[]): Part[] =>
    part(entity, name, { ...value, category: 'diagnostic' }, { readings }, compound)
  return [
    ...told('installed_version', { kind: 'text' }, [heard((one) => version(one.installed_version))]),
    ...told('latest_version', { kind: 'text' }, [
      heard((one) => version(one.latest_version)),
      entity.reading('latest_version_topic', 'latest_version_template', version),
    ]),
    ...told('update_state', choices(['idle', 'available', 'updating', 'scheduled']), [heard(stateOf)]),
    ...told('update_progress', { kind: 'number', unit: '%' }, [
      heard((one) => one.update_percentage ?? undefined),
    ]),
    ...(install === undefined
      ? []
      : part(
          entity,
          'install_update',
          { ...choices(['install']), category: 'config' },
          { writing: entity.writing('command_topic', 'command_template', () => ({ value: install })) },
          compound,
        )),
  ]
}

/** -1 is the word of some bridges for a version that they do not know. */
const version = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' || String(value) === '-1' ? undefined : String(value)

function stateOf(told: Fields): string | undefined {
  if (told.in_progress === true) return 'updating'
  const [installed, latest] = [version(told.installed_version), version(told.latest_version)]
  if (installed === undefined || latest === undefined) return undefined
  return installed === latest ? 'idle' : 'available'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
