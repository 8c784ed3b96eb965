/** Every endpoint of wallets: deposits, withdrawals, their review, and the account's holdings. */
import { accountBalance } from "./account-balance.ts";
import { addWithdrawAddress } from "./add-withdraw-address.ts";
import { adminApprove } from "./admin-approve.ts";
import { adminComplete } from "./admin-complete.ts";
import { adminListDoubtfulDeposits } from "./admin-list-doubtful-deposits.ts";
import { adminListWithdrawals } from "./admin-list-withdrawals.ts";
import { adminRecordDeposit } from "./admin-record-deposit.ts";
import { adminReject } from "./admin-reject.ts";
import { cancelWithdraw } from "./cancel-withdraw.ts";
import { fetchDepositAddress } from "./fetch-deposit-address.ts";
import { listBalances } from "./list-balances.ts";
import { listDepoists } from "./list-depoists.ts";
import { listSupportedWallets } from "./list-supported-wallets.ts";
import { listWithdrawAddresses } from "./list-withdraw-addresses.ts";
import { listWithdraws } from "./list-withdraws.ts";
import { removeWithdrawAddress } from "./remove-withdraw-address.ts";
import { withdraw } from "./withdraw.ts";

export const walletEndpoints = [
  listSupportedWallets,
  fetchDepositAddress,
  listBalances,
  accountBalance,
  listDepoists,
  withdraw,
  listWithdraws,
  cancelWithdraw,
  listWithdrawAddresses,
  addWithdrawAddress,
  removeWithdrawAddress,
  adminListWithdrawals,
  adminApprove,
  adminReject,
  adminComplete,
  adminRecordDeposit,
  adminListDoubtfulDeposits,
];
