import { lazy, Suspense } from 'react'
import { useText } from '#i18n/useText.ts'
import { bindAll } from '#lib/bindings.ts'
import type {
  CustomBlock,
  FactsBlock,
  FormBlock as FormBlockOf,
  ListBlock,
  Load,
  SectionsScreen,
} from '#schemas/generated/definitions/screen.ts'
import { Card } from '#ui/Card.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import type { ActionRunner } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import type { Row } from '../../doors.ts'
import { type ScreenProps, useEngine } from '../../engine.ts'
import { Facts } from '../../facts/Facts.tsx'
import { useLoad } from '../../facts/use-load.ts'
import { FormBlock } from '../../forms/FormBlock.tsx'
import { FormSkeleton } from '../../forms/FormSkeleton.tsx'
import { sentOf } from '../../forms/sent.ts'
import { ListSkeleton } from '../list/ListSkeleton.tsx'
import styles from './Screen.module.css'

export interface BlockProps<B> extends ScreenProps<SectionsScreen> {
  block: B
  runner: ActionRunner
}

export function FactsSection({ block, ...rest }: BlockProps<FactsBlock>) {
  const { say } = useText()
  return (
    <Card title={say(`screens.${rest.screen.id}.sections.${block.id}.title`)} flush>
      {block.load ? (
        <LoadedFacts block={block} load={block.load} />
      ) : (
        <Facts facts={block.facts} words={block.id} />
      )}
      <SectionActions uses={block.use} {...rest} />
    </Card>
  )
}

function LoadedFacts({ block, load }: { block: FactsBlock; load: Load }) {
  const { situation } = useEngine()
  const loaded = useLoad(load, situation.gateway?.serialNumber ?? '')
  return (
    <Facts
      facts={block.facts}
      words={block.id}
      row={loaded.state === 'loaded' ? (loaded.value as Row) : undefined}
      state={loaded.state === 'loaded' ? undefined : loaded.state}
    />
  )
}

/** What may be done with a section, below it. */
function SectionActions({
  uses,
  screen,
  params,
  runner,
}: Omit<BlockProps<unknown>, 'block'> & { uses: FactsBlock['use'] }) {
  const { situation } = useEngine()
  const actions = usesOf(uses, screen.actions ?? {}, situation)
  if (actions.length === 0) return null
  return (
    <div className={styles.actions}>
      <ActionButtons actions={actions} runner={runner} bound={{ route: params }} />
    </div>
  )
}

export function FormSection({ block, ...rest }: BlockProps<FormBlockOf>) {
  const { say } = useText()
  return (
    <Card title={say(`screens.${rest.screen.id}.sections.${block.id}.title`)} flush>
      <div className={styles.form}>
        {block.load ? (
          <LoadedForm block={block} load={block.load} {...rest} />
        ) : (
          <BoundForm block={block} {...rest} />
        )}
      </div>
      <SectionActions uses={block.use} {...rest} />
    </Card>
  )
}

function LoadedForm({ load, ...rest }: BlockProps<FormBlockOf> & { load: Load }) {
  const { t } = useText()
  const { situation } = useEngine()
  const loaded = useLoad(load, situation.gateway?.serialNumber ?? '')
  if (loaded.state === 'waiting') return <FormSkeleton />
  if (loaded.state === 'failed') return <p className={styles.failed}>{t('engine.facts.failed')}</p>
  return <BoundForm row={loaded.value as Row} {...rest} />
}

function BoundForm({ block, screen, params, runner, row }: BlockProps<FormBlockOf> & { row?: Row }) {
  const text = useText()
  const { session, gateway } = useEngine().situation
  return (
    <FormBlock
      name={block.form}
      values={bindAll(block.values, { session, gateway, route: params, row })}
      submit={text.say(`screens.${screen.id}.sections.${block.id}.submit`)}
      onlyChanged
      rich
      onSubmit={async (form) =>
        sentOf(await runner.run(`${screen.id}.${block.id}`, block.submit, { form, route: params, row }), text)
      }
    />
  )
}

const Rows = lazy(() => import('./ListSection.tsx'))

export function ListSection({ block, ...rest }: BlockProps<ListBlock>) {
  const { say } = useText()
  return (
    <Card title={say(`screens.${rest.screen.id}.sections.${block.id}.title`)} flush>
      <Suspense fallback={<ListSkeleton rows={3} />}>
        <Rows block={block} screen={rest.screen} />
      </Suspense>
      <SectionActions uses={block.use} {...rest} />
    </Card>
  )
}

export function CustomSection({ block, params }: BlockProps<CustomBlock>) {
  const { blocks } = useEngine()
  const Component = blocks[block.component]
  if (!Component) throw new Error(`src/screens has no block ${block.component}`)
  return <Component params={params} />
}
