import { type ReactNode, useEffect, useEffectEvent, useReducer } from 'react'
import { useText } from '#i18n/useText.ts'
import { bind } from '#lib/bindings.ts'
import type { Block, CustomBlock, Fact, Load, SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { type ActionRunner, useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import type { Writing } from '../../cells/cell.ts'
import { calledBy } from '../../cells/registry.tsx'
import { type ScreenProps, useEngine } from '../../engine.ts'
import { useLoad } from '../../facts/use-load.ts'
import { failureText } from '../../failure-text.ts'
import { hrefOf } from '../../href.ts'
import type { Bound, Row } from '../../ports.ts'
import styles from './Screen.module.css'

type FramedBlock = Exclude<Block, CustomBlock>

export interface SectionProps<B> extends ScreenProps<SectionsScreen> {
  block: B
  /** Its content stands as high as it will. */
  settled: boolean
  onSettled(): void
  /** How often actions of any section have asked for everything anew. */
  changes: number
  onChanged(): void
  /** What the page is about, where this section says so. */
  onNamed(name: string): void
}

/** What a section's content is drawn from. */
export interface Inside {
  /** What the section has loaded. */
  row: Row | undefined
  /** It is still being asked for. */
  waiting: boolean
  /** It was not to be had: the section says so. */
  failed: boolean
  bound: Bound
  runner: ActionRunner
  /** How often actions have asked for everything anew. */
  tries: number
  /** What it has loaded is others' by now: it is asked for anew, and shown meanwhile as it was. */
  onSaved(): void
}

/** The server has said that there is no such thing: that is an answer, and its sentence all there is to show. */
function absence(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (isGone(error)) return String(error.code)
  // On the channel the number is the code, and the message says what there is none of.
  return error.code === '404' ? error.message : undefined
}

/** What the page is about is not there. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && error.status === 404

/** Whether another gateway answers something else; of everything else, it is none of its business which is chosen, or when. */
const isOfGateway = ({ command, params = {} }: Load): boolean =>
  command !== undefined || Object.values(params).some((binding) => binding.startsWith('gateway.'))

/** What the page is about, in the words of the fact that says the same. */
function nameOf(
  binding: string,
  facts: readonly Fact[],
  row: Row | undefined,
  writing: Omit<Writing, 'field'>,
): unknown {
  const name = bind(binding, { row })
  return row
    ? calledBy(facts.find(({ value }) => value === binding)?.cell, name, row, {
        ...writing,
        field: binding.replace(/^row\./, ''),
      })
    : name
}

/** A card with its title, what it loads, and what may be done with it; that is offered once it has been loaded. */
export function SectionFrame<B extends FramedBlock>({
  block,
  screen,
  params,
  settled,
  onSettled,
  changes,
  onChanged,
  onNamed,
  head,
  children,
}: SectionProps<B> & { head?: ReactNode; children(inside: Inside): ReactNode }) {
  const text = useText()
  const { say, t } = text
  const { situation, definitions, go } = useEngine()
  const [tries, again] = useReducer((count: number) => count + 1, 0)
  const [saves, save] = useReducer((count: number) => count + 1, 0)
  const runner = useActions(() => {
    again()
    onChanged()
  })
  const load = 'load' in block ? block.load : undefined
  const of = load && isOfGateway(load) ? situation.gateway?.serialNumber : undefined
  const loaded = useLoad(
    load,
    `${of ?? ''} ${Object.values(params).join(' ')} ${tries}`,
    { route: params },
    // What somebody is filling in stays his.
    block.block === 'facts' ? changes : saves,
  )
  const row = loaded.state === 'loaded' ? (loaded.value as Row | undefined) : undefined
  const bound = { route: params, row }
  const hasFailed = loaded.state === 'failed'
  const settle = useEffectEvent(onSettled)
  useEffect(() => {
    if (hasFailed) settle()
  }, [hasFailed])
  const next =
    load?.gone !== undefined && loaded.state === 'failed' && isGone(loaded.error)
      ? definitions.screen(load.gone)
      : undefined
  const leads = next && hrefOf(next)
  useEffect(() => {
    if (leads !== undefined) go?.(leads, { replace: true })
  }, [leads, go])
  const name =
    'names' in block && block.names !== undefined
      ? nameOf(block.names, block.facts, row, { say, flags: situation.flags })
      : undefined
  const called = useEffectEvent(onNamed)
  useEffect(() => {
    if (typeof name === 'string' && name !== '') called(name)
  }, [name])
  // Below rows that are still coming nothing is offered that would move away.
  const offers = loaded.state === 'loaded' && (settled || block.block !== 'list')
  const actions = offers ? usesOf(block.use, screen.actions ?? {}, situation, { row }) : []
  const words = `screens.${screen.id}.sections.${block.id}`
  const absent = loaded.state === 'failed' ? absence(loaded.error) : undefined
  const missing = absent === undefined ? '' : say(`codes.${absent}`)
  // The one thing that can be done with a list stands in its head, where nothing moves.
  const heads = block.block === 'list' && actions.length === 1
  const buttons = actions.length > 0 && <ActionButtons actions={actions} runner={runner} bound={bound} />
  return (
    <Card title={say(`${words}.title`)} aside={head ?? (heads && buttons)} flush>
      {block.text && <p className={styles.text}>{say(`${words}.text`)}</p>}
      {loaded.state === 'failed' && !missing && (
        <div className={styles.failed} role="alert">
          <p>{failureText(loaded.error, text)}</p>
          <Button size="dense" icon="refresh" onClick={again}>
            {t('shell.retry')}
          </Button>
        </div>
      )}
      {missing ? (
        <p className={styles.text}>{missing}</p>
      ) : (
        children({
          row,
          waiting: loaded.state === 'waiting',
          failed: hasFailed,
          bound,
          runner,
          tries: tries + changes,
          onSaved: save,
        })
      )}
      {buttons && !heads && (
        <div className={styles.actions} data-stacks>
          {buttons}
        </div>
      )}
      {runner.overlays}
    </Card>
  )
}
