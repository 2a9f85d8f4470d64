import { problemIn } from '#gateway/lib/names/saying.ts'
import type { Text } from '#i18n/useText.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'

/** What is wrong, as a sentence in the language of the page. */
export const saidIn = (problem: CatalogueProblem, { say }: Pick<Text, 'say'>): string =>
  problemIn(problem, (key, values) => say(key, key, values))
