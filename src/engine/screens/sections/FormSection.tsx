import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { bindAll } from '#lib/bindings.ts'
import type { FormBlock as FormBlockOf } from '#schemas/generated/definitions/screen.ts'
import { Button } from '#ui/Button.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { sentOf } from '../../actions/sent.ts'
import { usesOf } from '../../actions/use-of.ts'
import { isForbidden } from '../../conditions/forbidden.ts'
import { useEngine } from '../../engine.ts'
import { FormBlock } from '../../forms/FormBlock.tsx'
import { FormSkeleton } from '../../forms/FormSkeleton.tsx'
import type { Row } from '../../ports.ts'
import styles from './Screen.module.css'
import { type Inside, SectionFrame, type SectionProps } from './SectionFrame.tsx'

/** What was sent last, while what stands there was loaded before. */
interface Kept {
  row: Row | undefined
  values: Row
}

interface Inner extends SectionProps<FormBlockOf>, Inside {
  kept: Kept | undefined
}

/** What the form begins with: as it was loaded, and as it was kept since. */
function useBegun({ block, bound, kept }: Inner): Row {
  const { session, gateway } = useEngine().situation
  return kept && kept.row === bound.row ? kept.values : bindAll(block.values, { session, gateway, ...bound })
}

/** One form among other sections; it may begin with what a call answers, be filled by actions, and stand folded until it is wanted. */
export function FormSection(props: SectionProps<FormBlockOf>) {
  const text = useText()
  const { block, screen } = props
  const [folded, fold] = useState(block.folded === true)
  const [kept, keep] = useState<Kept>()
  const danger = block.submit.intent === 'danger'
  const label = danger
    ? text.t('engine.form.asks', { what: text.say(`screens.${screen.id}.sections.${block.id}.submit`) })
    : text.t('engine.form.change')
  return (
    <SectionFrame
      {...props}
      head={
        block.folded && (
          <Button
            size="dense"
            look={danger && folded ? 'danger' : 'plain'}
            aria-expanded={!folded}
            onClick={() => fold(!folded)}
          >
            {folded ? label : text.t('engine.form.leave')}
          </Button>
        )
      }
    >
      {(inside) =>
        folded ? (
          <Folded {...props} {...inside} kept={kept} />
        ) : inside.failed ? null : (
          <div className={styles.form}>
            {inside.waiting ? (
              <FormSkeleton />
            ) : (
              <Filled
                {...props}
                {...inside}
                kept={kept}
                onKept={(values) => {
                  if (block.load) keep({ row: inside.row, values })
                  inside.onSaved()
                  if (block.folded) fold(true)
                }}
              />
            )}
          </div>
        )
      }
    </SectionFrame>
  )
}

/** What the form would begin with, in one line; choices by their words. */
function Folded(props: Inner) {
  const { block, waiting, failed, onSettled } = props
  const { say, t } = useText()
  const begun = useBegun(props)
  const settle = useEffectEvent(onSettled)
  useEffect(() => {
    if (!waiting) settle()
  }, [waiting])
  if (block.values === undefined || failed) return null
  const said = Object.keys(block.values)
    .map((field) => [field, begun[field]] as const)
    .filter(([, value]) => typeof value === 'string' && value !== '')
    .map(([field, value]) => say(`fields.${block.form}.${field}_${String(value)}`, String(value)))
  return (
    <p className={styles.text} data-none={said.length === 0 || undefined}>
      {waiting ? <Skeleton width="180px" /> : said.join(', ') || t('engine.facts.none')}
    </p>
  )
}

function Filled(props: Inner & { onKept(values: Row): void }) {
  const { block, screen, onSettled, onKept, bound, runner } = props
  const text = useText()
  const engine = useEngine()
  const { situation } = engine
  const begun = useBegun(props)
  const [filled, fill] = useState<Row>()
  // A form that somebody may not send is not filled in either.
  const locked = isForbidden(block.submit, engine)
  const fills = locked ? [] : usesOf(block.fill, screen.actions ?? {}, situation, { row: bound.row })
  const filler = {
    ...runner,
    run: async (...asked: Parameters<typeof runner.run>) => {
      const done = await runner.run(...asked)
      const { result } = done ?? {}
      if (result?.ok && typeof result.data === 'object' && result.data !== null) fill(result.data as Row)
      return done
    },
  }
  return (
    <>
      {fills.length > 0 && (
        <div className={styles.fill}>
          <ActionButtons actions={fills} runner={filler} bound={bound} />
        </div>
      )}
      <FormBlock
        name={block.form}
        values={begun}
        filled={filled}
        submit={text.say(`screens.${screen.id}.sections.${block.id}.submit`)}
        onlyChanged
        rich
        onDrawn={onSettled}
        action={block.submit}
        look={block.submit.intent === 'danger' ? 'danger' : 'plain'}
        onSubmit={async (form) => {
          const done = await runner.run(`${screen.id}.${block.id}`, block.submit, { ...bound, form })
          if (done?.result.ok) onKept(form)
          return sentOf(done, text)
        }}
      />
    </>
  )
}
