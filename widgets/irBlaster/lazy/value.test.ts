import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RawValue } from '#engine/widget.ts'
import { wild } from '../../shared/fake-values.ts'
import { plainWords } from '../../shared/fake-words.ts'
import { examples } from '../examples.ts'
import { kinds, remoteOf } from './remotes.ts'
import { isLearning, learntOf, lessonOf, options, outcomeOf, read, stateOf, typeOf } from './value.ts'

const example = (name: string) => {
  const found = examples.find((one) => one.name === name)
  if (!found) throw new Error(`No example ${name}`)
  return { spec: options(found.placed), values: new Map(Object.entries(found.values)) }
}
const { spec, values } = example('codes kept by the gateway')
const with_ = (property: string, value: RawValue) =>
  new Map([...values, [`IRBlasterService/${property}`, value]])

describe('what a blaster tells', () => {
  // 2.3-136
  test.each([
    [0, undefined],
    [1, 'stb'],
    [2, 'digits'],
    [3, 'ac'],
    [4, 'dvd'],
  ])('device-type index %i', (type, first) => {
    expect(typeOf(with_('type', type), spec)).toBe(type)
    expect(remoteOf(type)?.tabs[0]?.id).toBe(first)
  })

  test('an index that nobody knows is no device', () => {
    for (const odd of [5, -1, 1.5, 'x', null]) expect(typeOf(with_('type', odd), spec)).toBe(0)
  })

  // 2.4-065, 2.4-066, 2.4-067
  test.each([
    [0, 'failed'],
    [1, 'inProgress'],
    [255, 'success'],
    [7, undefined],
  ])('learning status %i is %s, and the key that is learnt shows its icon for it', (status, state) => {
    const lesson = lessonOf(with_('LearnStatus', status), spec)
    expect(lesson).toBe(state)
    const pupil = { command: 5, begun: true }
    expect(stateOf(5, { pupil, lesson, order: undefined })).toBe(state ?? 'normal')
    expect(stateOf(6, { pupil, lesson, order: undefined })).toBe('normal')
  })

  test('a lesson that has not begun shows nothing of the one before', () => {
    const order = { phase: 'sending', wanted: 5 } as const
    expect(stateOf(5, { pupil: { command: 5, begun: false }, lesson: 'success', order })).toBe('active')
  })

  test('an outcome is told once, when a lesson ends', () => {
    expect(outcomeOf('inProgress', 'success')).toBe('success')
    expect(outcomeOf('inProgress', 'failed')).toBe('failed')
    expect(outcomeOf(undefined, 'success')).toBeUndefined()
    expect(outcomeOf('success', 'success')).toBeUndefined()
    expect(outcomeOf('success', 'inProgress')).toBeUndefined()
  })

  test('which keys have a code is known only where somebody keeps count', () => {
    expect(learntOf(values, spec)).toEqual(new Set([1, 2, 7]))
    const native = example('television')
    expect(learntOf(native.values, native.spec)).toBeUndefined()
  })

  test('nothing throws, whatever a gateway sends', () => {
    fc.assert(
      fc.property(fc.constantFrom('type', 'LearnMode', 'LearnStatus', 'LearnedKeys'), wild, (name, raw) => {
        const odd = with_(name, raw ?? null)
        expect([0, ...kinds]).toContain(typeOf(odd, spec))
        lessonOf(odd, spec)
        learntOf(odd, spec)
        expect(typeof isLearning(odd, spec)).toBe('boolean')
        expect(read(odd, spec, plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })
})
