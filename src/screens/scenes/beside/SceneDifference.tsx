import type { Rule } from '#schemas/generated/entities/rule.ts'
import { Differences } from '../builder/draft/Differences.tsx'

/** What makes a scene another one, in plain words; for pages of other areas, which have it as text. */
export const SceneDifference = ({ params }: { params: Readonly<Record<string, string>> }) => (
  <Differences before={ruleIn(params.before)} after={ruleIn(params.after)} />
)

const ruleIn = (text = '{}'): Rule => JSON.parse(text) as Rule
