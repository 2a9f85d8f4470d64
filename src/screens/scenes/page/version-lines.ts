import { wordsOfOnlyIf } from '#gateway/rules/only-if/words.ts'
import { isPause } from '#gateway/rules/pause.ts'
import { wordsOfActionSet, wordsOfLongTexts, wordsOfRule } from '#gateway/rules/words/actions.ts'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import type { Telling } from '../use-telling.ts'

type Told = Pick<Telling, 'text' | 'tell' | 'naming'>

/** A scene as sentences: what a reader compares when two versions differ. Whatever may differ stands in one of them. */
export function versionLines(rule: Rule, telling: Told): readonly string[] {
  const { text, tell, naming } = telling
  const { t, say } = text
  const { name, folder, active, look, rule_logic, only_if, scenes = [], run_mode } = rule
  const { when } = wordsOfRule(rule, naming)
  return [
    t('scenes.line.name', { name }),
    ...(folder ? [t('scenes.line.folder', { name: folder })] : []),
    ...(look
      ? [
          t('scenes.line.look', {
            icon: say(`looks.icons.${look.icon}`, look.icon),
            colour: say(`looks.colours.${look.colour}`),
          }),
        ]
      : []),
    t(active ? 'scenes.line.active' : 'scenes.line.inactive'),
    ...(when.length > 1 ? [t(`scenes.logic.${rule_logic}`)] : []),
    ...when.map((phrase) => t('scenes.line.when', { line: tell(phrase) })),
    ...(only_if && only_if.conditions.length + Number(only_if.logic === 'NONE') > 1
      ? [t(`scenes.onlyIf.${only_if.logic}`)]
      : []),
    ...wordsOfOnlyIf(rule, naming).map((phrase) => t('scenes.line.onlyIf', { line: tell(phrase) })),
    ...scenes.flatMap((set) => stepLines(set, telling)),
    // What comes after what: the lines of the steps alone would be the same.
    ...(scenes.length > 1
      ? [t('scenes.line.order', { steps: scenes.map((set) => calledOf(set, telling)).join(' → ') })]
      : []),
    ...(run_mode ? [t(`scenes.again.${run_mode}`)] : []),
  ]
}

/** What a step does, under its name; a pause has none. */
function stepLines(set: ActionSet, { text: { t }, tell, naming }: Told): readonly string[] {
  return [...wordsOfActionSet(set, naming), ...wordsOfLongTexts(set, naming)].map((phrase) =>
    isPause(set)
      ? t('scenes.line.then', { line: tell(phrase) })
      : t('scenes.line.step', { name: set.name, line: tell(phrase) }),
  )
}

/** By what a step is meant in a line about all of them. */
function calledOf(set: ActionSet, { tell, naming }: Told): string {
  const [first] = wordsOfActionSet(set, naming)
  return isPause(set) && first ? tell(first) : set.name
}
