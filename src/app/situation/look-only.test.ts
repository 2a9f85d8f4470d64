import { describe, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { resources } from '#data/catalogue.ts'
import { isForbidden } from '#engine/conditions/forbidden.ts'
import { situationOf } from '#engine/testing/render-screen.tsx'
import { forbiddenTo } from '#gateway/lib/gateways/permissions.ts'
import { calls } from '#schemas/generated/api/calls.js'
import type { Action } from '#schemas/generated/definitions/action.ts'
import type { PermissionList } from '#schemas/generated/definitions/permissions.ts'
import catalogue from '../../../catalogue/permissions.json'

const permissions: PermissionList = catalogue
const { everybody } = permissions
const situation = situationOf({ forbidden: { ...forbiddenTo('viewer', permissions), values: true } })
const place = { situation, definitions: { screen: (id: string) => screens.get(id) } }

interface Found {
  where: string
  action: Action
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every action of a definition, wherever it stands; what is only loaded, polled or listed is none. */
function actionsIn(value: unknown, where: string): Found[] {
  if (Array.isArray(value)) return value.flatMap((part, at) => actionsIn(part, `${where}.${at}`))
  if (!isTable(value)) return []
  const own = ['operation', 'command', 'code', 'goto'].some((kind) => typeof value[kind] === 'string')
  if (own) return [{ where, action: value as unknown as Action }]
  return Object.entries(value).flatMap(([field, part]) =>
    ['load', 'poll', 'from', 'summary', 'own', 'outcomes'].includes(field)
      ? []
      : actionsIn(part, `${where}.${field}`),
  )
}

const signedIn = [...screens.values()].filter(({ access }) => access?.public !== true)
const all = [
  ...signedIn.flatMap((screen) => actionsIn(screen, screen.id)),
  ...[...resources].flatMap(([name, resource]) => actionsIn(resource, name)),
]
const { others } = forbiddenTo('viewer', permissions)
const isForAdministrators = (when: unknown): boolean => JSON.stringify(when ?? '').includes('"role":"admin"')
const open: ReadonlySet<string> = new Set(everybody.operations)
const changing = all.filter(
  ({ action }) =>
    ('command' in action && action.command !== '') ||
    ('operation' in action && calls[action.operation]?.method !== 'get' && !open.has(action.operation)) ||
    ('code' in action &&
      ((action.commands?.length ?? 0) > 0 || (action.needs ?? []).some((name) => !open.has(name)))),
)

// 3.6-067
describe('who may only look', () => {
  test('there is something to walk', () => expect(changing.length).toBeGreaterThan(60))

  test.each(changing.map(({ where, action }) => [where, action] as const))(
    'is not offered %s',
    (_where, action) => {
      expect(isForbidden(action, place)).toBe(true)
    },
  )

  test.each(all.flatMap(({ where, action }) => ('code' in action ? [[where, action] as const] : [])))(
    '%s, which is code, says what it needs',
    (_where, action) => {
      expect(action.needs ?? action.commands).toBeDefined()
    },
  )

  test.each([
    'add_device',
    'add_wise_csv',
    'replace_device',
    'add_room',
    'add_scene',
    'edit_scene',
    'new_gateway',
  ])('is not led to %s', (goto) => {
    expect(isForbidden({ goto }, place)).toBe(true)
  })

  test.each(['device', 'scene', 'summary', 'statuses', 'zones_list', 'gtw_settings'])(
    'is led to %s, where there is something to see',
    (goto) => {
      expect(isForbidden({ goto }, place)).toBe(false)
    },
  )

  // The server refuses them to him about anybody but himself, which no page of administrators is about.
  test.each(
    signedIn.flatMap(({ id, access }) => {
      const of = (access?.needs?.operations ?? []).find((name) => others.has(name))
      return of !== undefined && isForAdministrators(access?.when) ? [[id, of] as const] : []
    }),
  )('is not led to %s, which is about others and asks %s', (goto) => {
    expect(isForbidden({ goto }, place)).toBe(true)
  })

  test('without a sub-role nothing is kept back', () => {
    const free = { ...place, situation: situationOf() }
    expect(all.filter(({ action }) => isForbidden(action, free))).toEqual([])
  })
})
