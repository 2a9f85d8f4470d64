import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Where something is typed. */
const TYPED = /<(?:TextField|TextAreaField|NumberField|PasswordField)\b/
/** What says that it was typed and not sent: the part itself, or the dialog around it. */
const GUARDED = /\buseUnsaved\(|<(?:FormDialog|NameDialog|Dialog)\b/
/** What is typed there is there again in a moment, or keeps itself. */
const PASSING: Readonly<Record<string, string>> = {
  'src/screens/account/AppSetUp.tsx': 'a code that is over in half a minute',
  'src/screens/backups/RestoreBackup.tsx': 'a passphrase',
  'src/screens/history/past/TwoDays.tsx': 'a day that stands in the address',
  'src/screens/scenes/': 'drafts of scenes are kept',
}

const sources = new Map(
  globSync('src/screens/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .map((file) => [file, readFileSync(file, 'utf8')] as const),
)
const users = new Map<string, Set<string>>()
for (const [file, text] of sources)
  for (const [, path] of text.matchAll(/(?:from |import\()'(\.{1,2}\/[^']+)'/g)) {
    const used = join(dirname(file), path ?? '')
    users.set(used, (users.get(used) ?? new Set()).add(file))
  }

/** It says so itself, or whoever shows it does. */
function guarded(file: string, above: readonly string[] = []): boolean {
  if (GUARDED.test(sources.get(file) ?? '')) return true
  if (/^(?:blocks|actions)\./.test(basename(file))) return false
  const around = [...(users.get(file) ?? [])].filter((user) => !above.includes(user))
  return around.length > 0 && around.every((user) => guarded(user, [...above, file]))
}

const passing = (file: string): string | undefined =>
  Object.keys(PASSING).find((path) => file.startsWith(path))
const typed = [...sources.keys()].filter((file) => TYPED.test(sources.get(file) ?? ''))

test('whatever is typed on a page is not left without a question', () => {
  expect(typed.length).toBeGreaterThan(30)
  expect(typed.filter((file) => passing(file) === undefined && !guarded(file))).toEqual([])
})

test('what needs no question is still typed somewhere, and still not asked about', () => {
  const needed = new Set(typed.filter((file) => !guarded(file)).map(passing))
  expect(Object.keys(PASSING).filter((path) => !needed.has(path))).toEqual([])
})
