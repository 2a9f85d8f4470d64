import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..')

/** Where devices are looked through while more may be coming, and why nobody is misled by that. */
const ALLOWED: Readonly<Record<string, string>> = {
  'app/twin/TellDialog.tsx': 'devices to choose from, which become more',
  'engine/screens/tiles/overview.tsx': 'counts, of which is only told once all devices are there',
  'screens/dashboard/use-strip.ts': 'tells what is known by then, as its values come too',
  'screens/devices/RenameDialog.tsx': 'those that are renamed are known; the gateway judges names again',
  'screens/history/ValuesDialog.tsx': 'devices to choose from, of which one is there; they become more',
  'screens/history/energy/Standby.tsx': 'whether one can be switched off, beside what it takes',
  'screens/joining/Newcomers.tsx': 'names of what joins now',
  'screens/joining/steps/CsvStep.tsx': 'a remark on a line; the gateway judges again',
  'screens/joining/steps/FinishStep.tsx': 'names of what has joined, which come',
  'screens/joining/steps/PlanStep.tsx': 'names of values, which come',
  'screens/network/LiveNetwork.tsx': 'statuses of nodes that the network names itself',
  'screens/network/NetworkBoard.tsx': 'names of nodes that are there without them',
  'screens/scenes/beside/Today.tsx':
    'what wants a look, which becomes more; nothing is said where nothing does',
  'screens/scenes/beside/UsedInScenes.tsx': 'scenes of devices that are known; nothing is said of others',
}

test('the first devices of a home are nowhere taken for all: who looks through them knows whether more are coming', () => {
  const partly = globSync(['screens/**/*.{ts,tsx}', 'engine/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}'], {
    cwd: src,
  })
    .filter((file) => !/\.test\.|testing/.test(file))
    .filter((file) => {
      const text = readFileSync(join(src, file), 'utf8')
      return /\{ heads \} = useDevices\(\)|useDevices\(\)\.heads/.test(text) && !/useAllDevices\(/.test(text)
    })
    .toSorted()
  expect(partly.filter((file) => !(file in ALLOWED))).toEqual([])
  expect(Object.keys(ALLOWED).filter((file) => !partly.includes(file))).toEqual([])
})
