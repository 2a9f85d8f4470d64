import { cleanup, screen as page, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { Action } from '#schemas/generated/definitions/action.ts'
import { EngineContext } from '../engine.ts'
import { situationOf } from '../testing/render-screen.tsx'
import { FirstActions } from './FirstActions.tsx'

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['actions', 'shell', 'engine'])
})
afterEach(cleanup)

const runner = { run: async () => undefined, busy: () => false, underWay: false, overlays: [] }

const alone = [...screens.values()].flatMap((screen) => {
  if (screen.kind !== 'list' || !screen.foldActions) return []
  const actions: Readonly<Record<string, Action>> = {
    ...definitions.resource(screen.resource)?.actions,
    ...screen.actions,
  }
  return (screen.rowActions ?? []).flatMap((use) => {
    const name = typeof use === 'string' ? use : use.action
    const action = actions[name]
    return action ? [{ screen: screen.id, name, action }] : []
  })
})

test.each(alone)(
  'a row of $screen that offers $name alone looks as its neighbours do',
  ({ name, action }) => {
    const engine = { definitions, actions: {}, blocks: {}, situation: situationOf() }
    render(
      <EngineContext value={engine}>
        <FirstActions folded actions={[{ name, action }]} title="It" bound={{}} {...{ runner }} />
      </EngineContext>,
    )
    const [button, ...others] = page.getAllByRole('button')
    expect(others).toEqual([])
    // Nothing red beside rows whose actions stand in ⋯.
    expect(button?.getAttribute('aria-haspopup') === 'menu').toBe(action.intent === 'danger')
  },
)

test('there are such rows', () => {
  expect(alone.filter(({ action }) => action.intent === 'danger').length).toBeGreaterThan(3)
})
