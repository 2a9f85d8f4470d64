import type { FactsBlock } from '#schemas/generated/definitions/screen.ts'
import { Facts } from '../../facts/Facts.tsx'
import { SectionFrame, type SectionProps } from './SectionFrame.tsx'

/** Names and values, of the gateway, of the session, or loaded. */
export function FactsSection(props: SectionProps<FactsBlock>) {
  const { id, facts } = props.block
  return (
    <SectionFrame {...props}>
      {({ row, waiting, failure }) =>
        facts.length > 0 && <Facts facts={facts} words={id} row={row} waiting={waiting} failure={failure} />
      }
    </SectionFrame>
  )
}
