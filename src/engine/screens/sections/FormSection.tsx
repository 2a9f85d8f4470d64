import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { bindAll } from '#lib/bindings.ts'
import type { FormBlock as FormBlockOf } from '#schemas/generated/definitions/screen.ts'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { sentOf } from '../../actions/sent.ts'
import { usesOf } from '../../actions/use-of.ts'
import { useEngine } from '../../engine.ts'
import { FormBlock } from '../../forms/FormBlock.tsx'
import { FormSkeleton } from '../../forms/FormSkeleton.tsx'
import type { Row } from '../../ports.ts'
import styles from './Screen.module.css'
import { type Inside, SectionFrame, type SectionProps } from './SectionFrame.tsx'

/** One form among other sections; it may begin with what a call answers, and be filled by actions. */
export function FormSection(props: SectionProps<FormBlockOf>) {
  return (
    <SectionFrame {...props}>
      {(inside) => (
        <div className={styles.form}>
          {inside.waiting ? (
            <FormSkeleton />
          ) : inside.failure ? (
            <p>{inside.failure}</p>
          ) : (
            <Filled {...props} {...inside} />
          )}
        </div>
      )}
    </SectionFrame>
  )
}

function Filled({ block, screen, onSettled, bound, runner }: SectionProps<FormBlockOf> & Inside) {
  const text = useText()
  const { situation } = useEngine()
  const { session, gateway } = situation
  const [filling, setFilling] = useState<{ times: number; values: Row }>({ times: 0, values: {} })
  const fills = usesOf(block.fill, screen.actions ?? {}, situation, { row: bound.row })
  const filler = {
    ...runner,
    run: async (...asked: Parameters<typeof runner.run>) => {
      const done = await runner.run(...asked)
      const { result } = done ?? {}
      if (result?.ok && typeof result.data === 'object' && result.data !== null)
        setFilling(({ times }) => ({ times: times + 1, values: result.data as Row }))
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
        key={filling.times}
        name={block.form}
        values={{ ...bindAll(block.values, { session, gateway, ...bound }), ...filling.values }}
        submit={text.say(`screens.${screen.id}.sections.${block.id}.submit`)}
        onlyChanged={filling.times === 0}
        rich
        onDrawn={onSettled}
        action={block.submit}
        look={block.submit.intent === 'danger' ? 'danger' : 'plain'}
        onSubmit={async (form) =>
          sentOf(await runner.run(`${screen.id}.${block.id}`, block.submit, { ...bound, form }), text)
        }
      />
    </>
  )
}
