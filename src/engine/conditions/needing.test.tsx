import { screen as page, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Definitions } from '../engine.ts'
import { EngineContext } from '../engine.ts'
import { situationOf } from '../testing/render-screen.tsx'
import { needing } from './needing.tsx'

const Part = Object.assign(() => <p>What it shows</p>, { load: async () => {}, hasCome: () => true })
const Needing = needing({ commands: ['get_rules'] }, Part)

const draw = (...commands: string[]) => {
  const forbidden = { operations: new Set<string>(), commands: new Set(commands), values: false }
  const engine = {
    definitions: {} as Definitions,
    actions: {},
    blocks: {},
    situation: situationOf({ forbidden }),
  }
  return render(
    <EngineContext value={engine}>
      <Needing />
    </EngineContext>,
  )
}

// decision 0300
test('a part is drawn for who may ask for what it shows, and for nobody else', () => {
  draw('get_rules')
  expect(page.queryByText('What it shows')).toBeNull()
  draw('save_rule')
  expect(page.getByText('What it shows')).toBeDefined()
})
