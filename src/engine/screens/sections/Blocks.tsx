import { useText } from '#i18n/useText.ts'
import { bindAll } from '#lib/bindings.ts'
import type {
  CustomBlock,
  FactsBlock,
  FormBlock as FormBlockOf,
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
import { sentOf } from '../../forms/sent.ts'
import styles from './Screen.module.css'

interface Props<B> extends ScreenProps<SectionsScreen> {
  block: B
  runner: ActionRunner
}

export function FactsSection({ block, screen, params, runner }: Props<FactsBlock>) {
  const { say } = useText()
  const { situation } = useEngine()
  const actions = usesOf(block.use, screen.actions ?? {}, situation)
  return (
    <Card title={say(`screens.${screen.id}.sections.${block.id}.title`)} flush>
      {block.load ? (
        <LoadedFacts block={block} load={block.load} />
      ) : (
        <Facts facts={block.facts} words={block.id} />
      )}
      {actions.length > 0 && (
        <div className={styles.actions}>
          <ActionButtons actions={actions} runner={runner} bound={{ route: params }} />
        </div>
      )}
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

export function FormSection({ block, screen, params, runner }: Props<FormBlockOf>) {
  const text = useText()
  const { situation } = useEngine()
  const { session, gateway } = situation
  const words = `screens.${screen.id}.sections.${block.id}`
  return (
    <Card title={text.say(`${words}.title`)}>
      <FormBlock
        name={block.form}
        values={bindAll(block.values, { session, gateway, route: params })}
        submit={text.say(`${words}.submit`)}
        onlyChanged
        rich
        onSubmit={async (form) =>
          sentOf(await runner.run(`${screen.id}.${block.id}`, block.submit, { form, route: params }), text)
        }
      />
    </Card>
  )
}

export function CustomSection({ block, params }: Props<CustomBlock>) {
  const { blocks } = useEngine()
  const Component = blocks[block.component]
  if (!Component) throw new Error(`src/screens has no block ${block.component}`)
  return <Component params={params} />
}
