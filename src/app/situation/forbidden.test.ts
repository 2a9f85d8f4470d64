import { beforeAll, describe, expect, test } from 'vitest'
import { isForbidden, isOutOfReach } from '#engine/conditions/forbidden.ts'
import type { HomeReach } from '#schemas/generated/entities/home-reach.ts'
import { forbiddenOf, subroleRules } from './forbidden.ts'

beforeAll(async () => await subroleRules.load())

const reach: HomeReach = {
  ...{ limited: true, devices: 1, rooms: ['Kitchen'], hours: [], zone: 'Europe/Zurich', open: true },
  closed: { operations: ['homeChanges'], commands: ['save_rule'] },
}

describe('what the owner of a home has not shared', () => {
  test('is off like what a sub-role keeps one from, besides that', () => {
    const now = { forbidden: forbiddenOf(undefined, reach) }
    expect(isOutOfReach({ operations: ['homeChanges'] }, now)).toBe(true)
    expect(isOutOfReach({ commands: ['save_rule'] }, now)).toBe(true)
    expect(isOutOfReach({ operations: ['homeSnapshot'], commands: ['play_rule'] }, now)).toBe(false)
    const screen = (id: string) => ({ id, access: { needs: { operations: ['homeChanges'] } } })
    expect(isForbidden({ goto: 'history' }, { situation: now, definitions: { screen } })).toBe(true)
    const viewer = { forbidden: forbiddenOf('viewer', reach) }
    expect(viewer.forbidden?.commands.has('set_service_property_value')).toBe(true)
    expect(isOutOfReach({ commands: ['save_rule'] }, viewer)).toBe(true)
  })

  test('values are set within the hours, and not outside them', () => {
    expect(forbiddenOf(undefined, reach)?.values).toBe(false)
    expect(forbiddenOf(undefined, { ...reach, open: false })?.values).toBe(true)
    expect(forbiddenOf('viewer', reach)?.values).toBe(true)
  })
})
