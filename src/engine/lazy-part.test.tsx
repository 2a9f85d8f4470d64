import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { MissingContext } from '#ui/parts/lazy.ts'
import { codeIn, parse } from '../../scripts/quality/source.ts'
import { lazyPart } from './lazy-part.ts'

const words = vi.hoisted(() => ({ come: (): Promise<void> => Promise.resolve() }))
vi.mock('#i18n/i18n.ts', async (actual) => ({ ...(await actual<object>()), loadAreas: () => words.come() }))

const Arrived = ({ name }: { name: string }) => <p>{`Here: ${name}`}</p>
const Missing = ({ retry }: { retry(): void }) => (
  <button type="button" onClick={retry}>
    {'Again'}
  </button>
)

function draw(load: () => Promise<{ default: typeof Arrived }>): void {
  const Part = lazyPart(load, ['concerns'])
  render(
    <MissingContext value={Missing}>
      <input aria-label="Beside it" />
      <Suspense fallback={<p>On its way</p>}>
        <Part name="it" />
      </Suspense>
    </MissingContext>,
  )
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  words.come = () => Promise.resolve()
})

test('on a slow link its place is held until its code and its words have come', async () => {
  const code = Promise.withResolvers<{ default: typeof Arrived }>()
  const texts = Promise.withResolvers<void>()
  words.come = () => texts.promise
  draw(() => code.promise)
  expect(screen.getByText('On its way')).toBeDefined()
  await act(async () => code.resolve({ default: Arrived }))
  expect([screen.queryByText('Here: it'), screen.getByText('On its way')]).toMatchObject([null, {}])
  await act(async () => texts.resolve())
  expect(screen.getByText('Here: it')).toBeDefined()
})

test.each(['its code', 'its words'])('where %s fails it is offered again, and comes then', async (what) => {
  let reachable = false
  const unreachable = async (): Promise<void> => {
    if (!reachable) throw new Error('Nothing comes')
  }
  if (what === 'its words') words.come = unreachable
  draw(async () => {
    if (what === 'its code') await unreachable()
    return { default: Arrived }
  })
  await act(async () => {})
  expect(screen.queryByText('Here: it')).toBeNull()
  reachable = true
  await act(async () => screen.getByRole('button', { name: 'Again' }).click())
  expect(screen.getByText('Here: it')).toBeDefined()
  expect(screen.getByLabelText('Beside it')).toBeDefined()
})

interface Node {
  type: string
  name?: { name?: string }
  id?: { name?: string }
  init?: { callee?: { name?: string } }
  openingElement?: Node
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function walk(
  value: unknown,
  see: (node: Node, within: readonly Node[]) => void,
  within: readonly Node[] = [],
): void {
  if (Array.isArray(value)) for (const one of value) walk(one, see, within)
  if (!isNode(value)) return
  see(value, within)
  for (const part of Object.values(value)) walk(part, see, [...within, value])
}

const tagOf = (node: Node): string => node.openingElement?.name?.name ?? ''

/** What holds a place while something comes. */
const HOLDS = new Set(['Suspense', 'Optional'])
/** What draws these holds their places itself: `drawn` of use-actions, the Suspense around `body()` and around the form. */
const HELD_ELSEWHERE = new Set([
  ...['AlertDialog', 'ConfirmDialog', 'AskDialog', 'OtpDialog'],
  ...['HomeThen', 'RichForm'],
])

test('what comes late has a place of its own wherever it is drawn: else all of the page would go until it has come', () => {
  const placeless: string[] = []
  let drawn = 0
  for (const file of codeIn('src/**/*', 'widgets/**/*')) {
    const { program } = parse(file)
    const late = new Set<string>()
    walk(program, ({ type, id, init }) => {
      if (type === 'VariableDeclarator' && /^lazy(?:Part)?$/.test(init?.callee?.name ?? ''))
        late.add(id?.name ?? '')
    })
    if (late.size === 0) continue
    walk(program, (node, within) => {
      if (node.type !== 'JSXElement' || !late.has(tagOf(node))) return
      drawn += 1
      if (!within.some((one) => HOLDS.has(tagOf(one))) && !HELD_ELSEWHERE.has(tagOf(node)))
        placeless.push(`${tagOf(node)} in ${file}`)
    })
  }
  expect(placeless).toEqual([])
  expect(drawn).toBeGreaterThan(70)
})
