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

/** Where a failure goes by in silence, and why nobody waits for what did not come. */
const SILENT: Readonly<Record<string, string>> = {
  'app/SignedIn.tsx': 'brought before it is needed; whoever draws it asks again, and says so',
  'app/activity/following.ts': 'jobs that nobody asked about; the next connection asks again',
  'app/installed/renew-when-away.ts': 'nobody asked for a newer version: the page stays as it is',
  'app/public/PublicApp.tsx': 'brought before it is needed; whoever draws it asks again, and says so',
  'app/report.ts': 'that a fault could not be reported is no fault of the page',
  'app/screens/open-screen.ts': 'brought before it is drawn, and asked for again there',
  'data/public-catalogue.ts': 'whoever waits has the same promise, and is told by that',
  'engine/rows.ts': 'only that a question is over is waited for; who asked it is told how',
  'engine/property/state/late-widgets.ts': 'other words stand there until these come',
  'lib/browser/service-worker.ts': 'without it the page works as it does where there is none',
  'live/channel/connect.ts': 'whoever has to know a value is told by the report',
  'local/actions.ts': 'the session is over here in any case',
  'local/client.ts': 'an answer without a body has its status',
  'screens/catalogue/Desk.tsx': 'brought before it is needed; whoever draws it asks again, and says so',
  'screens/catalogue/use-knowledge.ts': 'fields are suggested without the names of the catalogue',
  'screens/catalogue/saving/use-saving.ts': 'why it was not saved is said in its place',
  'screens/history/DeviceHistory.tsx':
    'brought before it is needed; whoever draws it asks again, and says so',
  'screens/history/past/TimeMachine.tsx':
    'brought before it is needed; whoever draws it asks again, and says so',
  'screens/joining/use-joining.ts':
    'what went on before; events tell what goes on, and opening says why it fails',
  'screens/scenes/ask/AskLine.tsx': 'brought before it is needed; whoever draws it asks again, and says so',
  'screens/scenes/builder/SceneEditor.tsx':
    'brought before it is needed; whoever draws it asks again, and says so',
  'screens/scenes/builder/Then.tsx': 'brought before it is needed; whoever draws it asks again, and says so',
  'screens/scenes/builder/When.tsx': 'brought before it is needed; whoever draws it asks again, and says so',
  'session/checks.ts': 'nobody asked; live events and the next start tell the same',
  'session/sign-out.ts': 'the session is over here in any case',
  'ui/Icon.tsx': 'an icon comes with the next that is drawn; its words stand beside it',
  'ui/menu/Menu.tsx': 'brought when a hand comes near; pressing asks again, and says so',
}

/** A failure that is caught, or taken as the second of two ways, by what does nothing. */
const SWALLOWED = [
  /\.catch\(\(\) => (?:\{\}|undefined|null|void 0)\)/,
  /\.then\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*,\s*\(\) => (?:\{\}|undefined|null|void 0),?\s*\)/,
]
const swallows = (text: string): boolean => SWALLOWED.some((form) => form.test(text))

test('a failure goes by in silence only where nobody waits for what did not come', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: src })
    .filter((file) => !/\.test\.|testing|fake-/.test(file))
    .filter((file) => swallows(readFileSync(join(src, file), 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(SILENT).toSorted())
})

test.each([
  'load().catch(() => {})',
  'await ask().catch(() => undefined)',
  'source.one(load).then((answer) => set(answer), () => {})',
  'list(one, signal).then(\n  ({ rows }) => setFound({ search, rows: of(rows) }),\n  () => {},\n)',
])('%j goes by in silence', (text) => expect(swallows(text)).toBe(true))
