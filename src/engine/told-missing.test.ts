import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..')

/** Where it is nowhere read whether an answer failed to come, and why nobody is misled by that. */
const ALLOWED: Readonly<Record<string, string>> = {
  'engine/objects/use-whereabouts.ts': 'while it is not known where the home is, nothing is said of its sun',
  'engine/screens/list/data/use-operation-rows.ts': 'figures beside a list, which says what is the matter',
  'screens/alarms/AlarmTabs.tsx': 'figures on tabs; what they lead to says what is the matter',
  'screens/alarms/define/TableNews.tsx': 'news above the alarms: without an answer there are none',
  'screens/alarms/define/use-alarms.ts': 'how long is waited, beside an alarm, and figures beside filters',
  'screens/alarms/use-alarm-notifications.ts':
    'figures beside the notifications, which say what is the matter',
  'screens/backups/RestoreBackup.tsx':
    'the name of the backup in the heading; the plan says what is the matter',
  'screens/history/past/Differences.tsx': 'a cause beside what differs, which is told without it',
  'screens/history/past/StatusesThen.tsx': 'a line beside the home as it was, which is shown without it',
  'screens/history/past/use-past.ts': 'marks on the hours of a day that is shown without them',
  'screens/history/use-marks.ts': 'marks on a chart that is drawn without them',
  'screens/scenes/TryStep.tsx': 'how far a step is, which events tell as well',
  'screens/scenes/ask/Answer.tsx': 'a check beside what was understood, which says so itself',
  'screens/scenes/beside/use-home-rules.ts': 'scenes beside tiles and devices, which are shown without them',
  'screens/scenes/builder/draft/FinishDialog.tsx':
    'a remark on a name and on other scenes; the gateway judges again',
  'screens/scenes/builder/then/TargetPart.tsx': 'a remark beside a target, which is stored without it',
  'screens/scenes/elsewhere/use-elsewhere.ts': 'while it is not known, no address is said to be gone',
  'screens/scenes/page/SceneContext.tsx': 'a line below the heading; the runs below say what is the matter',
  'screens/scenes/page/ScenePage.tsx': 'asked early for the parts of the page, which say what is the matter',
  'screens/scenes/page/SceneSummary.tsx': 'while they are not known, no status is said to be gone',
  'screens/scenes/page/SceneView.tsx': 'while they are not known, nothing is said to be gone',
  'screens/scenes/recipes/RecipeForm.tsx': 'a remark on the name; the gateway judges again',
  'screens/scenes/rehearsal/once/OneRun.tsx': 'names in a run, which is told without them',
  'screens/scenes/rehearsal/use-rehearsed.ts': 'statuses are as the scene names them until they are known',
  'screens/scenes/statuses/StatusDialog.tsx': 'groups that are proposed; any may be typed',
  'screens/scenes/use-rules.ts': 'while they are not known, no scene is said to be gone',
  'screens/sharing/LinkLimits.tsx': 'the name of the person in the heading; the homes say what is the matter',
}

const texts = new Map(
  globSync(['screens/**/*.{ts,tsx}', 'engine/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}'], { cwd: src })
    .filter((file) => !/\.test\.|testing/.test(file))
    .map((file) => [file, readFileSync(join(src, file), 'utf8')]),
)

/** A hook of ours that hands on a query whole: what is true of a query is true of it. */
const HANDS_ON = /export function (use\w+)\([^{]*\{\n(?: {2}const .*\n)* {2}return useQuery\([\s\S]*?\n\}/g
const hooks = [
  'useQuery',
  ...[...texts.values()].flatMap((text) =>
    [...text.matchAll(HANDS_ON)].flatMap(([whole, name = '']) => (whole.endsWith(')\n}') ? [name] : [])),
  ),
]
const CALL = new RegExp(`([^\\n]*)\\b(?:${hooks.join('|')})\\(`, 'g')

/** Whether somewhere in the text it is read that this answer failed, or that it neither comes nor is there. */
function isRead(before: string, text: string): boolean {
  const [, taken] = /const (\{.*\}) = $/.exec(before) ?? []
  if (taken !== undefined) return /\b(?:isError|error)\b|\bisPending\b.*\brefetch\b/.test(taken)
  const [, name] = /const (\w+) = $/.exec(before) ?? []
  if (name === undefined) return /(?:return|=>) $|function $|^ *$/.test(before)
  // Handed on whole to what reads it.
  return new RegExp(
    `\\b${name}\\.(?:isError|error)\\b|=\\{\\[?${name}\\b[\\],}]|[[(] ?${name}\\b[,\\])]|, ${name}\\b[,\\])}]|\\breturn ${name}\\n`,
  ).test(text)
}

const silent = (text: string): boolean =>
  [...text.replace(/^import .*$/gm, '').matchAll(CALL)].some(([, before = '']) => !isRead(before, text))

test('what is asked for and does not come is told where it is waited for', () => {
  const found = [...texts].filter(([, text]) => silent(text)).map(([file]) => file)
  expect(found.toSorted()).toEqual(Object.keys(ALLOWED).toSorted())
})
