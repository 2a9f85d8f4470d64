import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..')

/** Where what was answered is read as it is, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'screens/oauth/actions.ts': 'spec 1 §4: what an identity provider said is shown as it said it',
  'screens/account/sign-in.ts': 'spec 1 §4: what an identity provider said is shown as it said it',
  'screens/scenes/builder/draft/use-draft.ts': 'compared with a flag of the gateway, never shown',
  'screens/devices/SendCommandDialog.tsx': 'beside its sentence, for whoever sends commands by hand',
  'engine/screens/sections/SectionFrame.tsx': 'a flag of the gateway, whose words are looked up',
  'engine/objects/tell.ts': 'handed on as the refusal that it is, whose words are looked up',
  'app/telling.ts': 'told to the server, never shown',
  'app/screens/ScreenPage.tsx': 'of a fault in our own code, folded away under its sentence',
}

/** Names that refusals and failures go by. */
const RAW =
  /\b(result|answer|refused|refusal|failure|failed|error|kept|saved|put|made|changed|sent|done|fault|cause|gone|renewed|taken)(\??\.fields\?\.\[0\])?\??\.message\b/

const reading = globSync(['screens/**/*.{ts,tsx}', 'engine/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}'], { cwd: src })
  .filter((file) => !/\.test\.|testing/.test(file))
  .filter((file) => RAW.test(readFileSync(join(src, file), 'utf8')))

test('why something was refused is said as a sentence of ours (failureText), not as it was answered', () => {
  expect(reading.toSorted()).toEqual(Object.keys(ALLOWED).toSorted())
})
