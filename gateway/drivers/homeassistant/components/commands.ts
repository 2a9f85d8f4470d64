import { isFields } from '../../shared/fields.ts'
import { type Entity, type Part, wire } from '../entity.ts'
import { type Names, slug } from '../names.ts'
import { choices, part, words } from '../parts.ts'

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
  const said = (key: string) => (value: unknown) => {
    const json = typeof value === 'string' ? parsed(value) : value
    return isFields(json) ? (json[key] ?? undefined) : key === 'installed_version' ? value : undefined
  }
  const reading = (key: string, map: (value: unknown) => unknown = (value) => value) =>
    entity.reading('state_topic', 'value_template', (value) => {
      const found = said(key)(value)
      return found === undefined ? undefined : map(found)
    })
  const version = (value: unknown) =>
    value === '' || value === '-1' || value === -1 ? undefined : String(value)
  const compound = { compound: 'update' }
  const install =
    entity.config.payload_install === undefined ? undefined : entity.payload('payload_install', '')
  return [
    ...part(
      entity,
      'installed_version',
      { kind: 'text', category: 'diagnostic' },
      { readings: [reading('installed_version', version)] },
      compound,
    ),
    ...part(
      entity,
      'latest_version',
      { kind: 'text', category: 'diagnostic' },
      {
        readings: [
          reading('latest_version', version),
          entity.reading('latest_version_topic', 'latest_version_template'),
        ],
      },
      compound,
    ),
    ...part(
      entity,
      'update_progress',
      { kind: 'number', unit: '%', category: 'diagnostic' },
      { readings: [reading('update_percentage')] },
      compound,
    ),
    ...part(
      entity,
      'update_state',
      { ...choices(['idle', 'updating']), category: 'diagnostic' },
      {
        readings: [
          reading(
            'in_progress',
            words([
              ['true', 'updating'],
              ['false', 'idle'],
            ]),
          ),
        ],
      },
      compound,
    ),
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
