import { expect, test } from 'vitest'
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { switchBeside } from './switch-beside.ts'

const words = vocabulary as SceneVocabulary
const part = (service: string, property: string, kind: Value['kind'], endpoint?: string) => ({
  ...{ service, property },
  value: { kind, access: ['read' as const], ...(endpoint !== undefined && { endpoint }) },
})
const beside = (properties: ReturnType<typeof part>[], property: string, service = 'LightService') =>
  switchBeside(properties, { service, property }, words)?.property

// decision 0244
test('of a lamp it is what switches it on and off', () => {
  const lamp = [part('LightService', 'brightness', 'range'), part('LightService', 'state', 'bool')]
  expect(beside(lamp, 'brightness')).toBe('state')
  expect(beside(lamp, 'state')).toBeUndefined()
})

test('of a lamp with several parts it is that of the same part', () => {
  const lamp = [
    part('LightService', 'state_left', 'bool', 'left'),
    part('LightService', 'state_right', 'bool', 'right'),
    part('LightService', 'brightness_left', 'range', 'left'),
    part('LightService', 'brightness_right', 'range', 'right'),
    part('LightService', 'brightness', 'range'),
  ]
  expect(beside(lamp, 'brightness_left')).toBe('state_left')
  expect(beside(lamp, 'brightness_right')).toBe('state_right')
  expect(beside(lamp, 'brightness')).toBeUndefined()
})

test('it is nothing of another service, and nothing that is no switch', () => {
  const things = [
    part('SwitchService', 'state', 'bool', 'left'),
    part('LightService', 'effect', 'text'),
    part('LightService', 'brightness', 'range'),
  ]
  expect(beside(things, 'brightness')).toBeUndefined()
  expect(beside([part('LightService', 'state', 'bool'), ...things], 'brightness')).toBe('state')
})
