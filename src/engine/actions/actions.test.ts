import { describe, expect, test } from 'vitest'
import type { Action } from '#schemas/generated/definitions/action.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { hrefOf } from '../href.ts'
import type { ActionResult } from '../ports.ts'
import { situationOf } from '../testing/render-screen.tsx'
import { outcomeOf } from './outcomes.ts'
import { usesOf } from './use-of.ts'

const action: Action = {
  operation: 'removeGateway',
  outcomes: {
    '200': { toast: 'removed' },
    '409': { field: 'name' },
    CONFLICT: { toast: 'conflict' },
    other: { toast: 'failed' },
  },
}

describe('outcomes', () => {
  test.each<[string, ActionResult, object | undefined]>([
    ['a status', { ok: true, data: undefined, status: 200 }, { toast: 'removed' }],
    ['nothing for a success that is not named', { ok: true, data: undefined, status: 204 }, undefined],
    [
      'the error code before its status',
      { ok: false, status: 409, code: 'CONFLICT', message: '' },
      { toast: 'conflict' },
    ],
    ['the status of a failure', { ok: false, status: 409, code: 'TAKEN', message: '' }, { field: 'name' }],
    [
      'other for every other failure',
      { ok: false, status: 500, code: 'INTERNAL', message: '' },
      { toast: 'failed' },
    ],
  ])('are found by %s', (_name, result, outcome) => {
    expect(outcomeOf(action, result)).toEqual(outcome)
  })
})

describe('actions that are offered', () => {
  const actions = { edit: { goto: 'edit' }, replace: { goto: 'replace', when: { flag: 'RPL_GTW' } } } as const

  test('are those whose own condition and whose use hold', () => {
    const uses = ['edit', { action: 'replace', when: { row: { connectionStatus: 'online' } } }] as const
    const now = situationOf({ flags: new Set(['RPL_GTW']) })
    const names = (status: string) =>
      usesOf(uses, actions, now, { row: { connectionStatus: status } }).map(({ name }) => name)
    expect(names('online')).toEqual(['edit', 'replace'])
    expect(names('offline')).toEqual(['edit'])
    expect(
      usesOf(uses, actions, situationOf(), { row: { connectionStatus: 'online' } }).map(({ name }) => name),
    ).toEqual(['edit'])
  })
})

describe('addresses', () => {
  const device = {
    id: 'device',
    route: '/devices/device/:id',
    kind: 'device',
    resource: 'device',
  } satisfies Screen

  test('parameters of the route are part of the path, others of the query', () => {
    expect(hrefOf(device, { id: 'a/b', tab: 'more info' })).toBe('/devices/device/a%2Fb?tab=more+info')
  })
})
