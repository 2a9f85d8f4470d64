import { useCallback, useEffect, useRef, useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import type { Source } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { START } from '../place.ts'
import { isWork, type Kept, readKept } from './kept.ts'
import { stay } from './leaving.ts'

type Draft =
  | { phase: 'loading' }
  | { phase: 'failed'; error: unknown }
  | { phase: 'gone' }
  | { phase: 'ready'; kept: Kept }

/** More people at once than that would not build scenes in one home. */
const TRIES = 20

async function ruleOf(source: Source, id: string): Promise<Rule | undefined> {
  const { rules } = await source.ask('get_rules', { rule_ids: [id] })
  return rules.find((rule) => rule.id === id)
}

/** spec 2 §4: a rule is created with a placeholder name when the wizard opens. Somebody else may have one of that name. */
async function created(source: Source, placeholder: (number: number) => string): Promise<Rule> {
  for (let number = 1; number <= TRIES; number += 1) {
    const result = await source.order('create_rule', { name: placeholder(number), draft: true })
    if (result.ok) return result.data.rule
    if (result.message !== 'name_exists')
      throw Object.assign(new Error(result.message), { code: result.code })
  }
  throw new Error('name_exists')
}

async function opened(
  source: Source,
  home: string,
  scene: string | undefined,
  placeholder: (number: number) => string,
): Promise<Kept | undefined> {
  const kept = readKept(home, scene)
  const known = scene ?? kept?.base.id
  const rule = known === undefined ? undefined : await ruleOf(source, known)
  // What was begun before a reload goes on, also when somebody has changed the scene meanwhile: saving finds that out.
  if (rule && kept) return kept
  // Nor is it lost with the rule that it began with: a gateway forgets drafts when it starts, and scenes get deleted.
  if (kept && isWork(kept)) return { ...kept, base: { ...kept.base, version: 0 } }
  if (scene !== undefined && !rule) return undefined
  const base = rule ?? (await created(source, placeholder))
  return { rule: base, base, place: START, past: [] }
}

/** The rule to be built: one that is there, or a new draft; what a reload left behind goes on. */
export function useDraft(home: string, scene: string | undefined): Draft & { again(): void } {
  const { source } = usePorts()
  const { t } = useText()
  const [attempt, setAttempt] = useState(0)
  const [draft, setDraft] = useState<Draft>({ phase: 'loading' })
  const begun = useRef('')
  const words = useRef(t)
  words.current = t

  useEffect(() => {
    // React tries effects twice while it is developed: the draft is created once.
    const key = `${home} ${scene ?? ''} ${attempt}`
    if (begun.current === key) return
    begun.current = key
    stay(home, scene)
    setDraft({ phase: 'loading' })
    const placeholder = (number: number): string =>
      words.current(number === 1 ? 'builder.placeholder' : 'builder.placeholderMore', { number })
    opened(source, home, scene, placeholder).then(
      (kept) => {
        if (begun.current === key) setDraft(kept ? { phase: 'ready', kept } : { phase: 'gone' })
      },
      (error: unknown) => {
        if (begun.current === key) setDraft({ phase: 'failed', error })
      },
    )
  }, [source, home, scene, attempt])

  return { ...draft, again: useCallback(() => setAttempt((count) => count + 1), []) }
}
