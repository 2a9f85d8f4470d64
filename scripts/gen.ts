/** Makes schemas/generated from schemas: types, validators; and gateway/generated: which commands there are. Writes only what has changed, so that watchers stay calm, and looks at nothing when all of it was made of the same files before. */
import { apiTypes } from './gen/api.ts'
import { appNames } from './gen/app-names.ts'
import { channelTypes } from './gen/channel.ts'
import { commandIndex } from './gen/command-index.ts'
import { commandParameters } from './gen/command-parameters.ts'
import { commandValidators } from './gen/commands.ts'
import { definitionValidators } from './gen/definitions.ts'
import { formValidators } from './gen/forms.ts'
import { whatGatewaysSay } from './gen/gateway-says.ts'
import { gatewaySession } from './gen/gateway-session.ts'
import { localValidators } from './gen/local.ts'
import { isMade, noteMade } from './gen/made-before.ts'
import { operationTable } from './gen/operations.ts'
import { schemaTypes } from './gen/types.ts'
import { validators } from './gen/validators.ts'
import { removeLeftovers } from './gen/write.ts'

// Quick, and made from the code of the app, which is none of the files that are compared.
appNames()
if (!isMade()) {
  await schemaTypes()
  await apiTypes()
  operationTable()
  gatewaySession()
  await channelTypes()
  await validators()
  definitionValidators()
  formValidators()
  localValidators()
  await commandValidators()
  commandParameters()
  commandIndex()
  await whatGatewaysSay()
  removeLeftovers()
  noteMade()
}
