/** Errors about algorithms. */
import { errors } from "../../kit/errors/catalogue.ts";

export const algorithmErrors = errors("algorithms", {
  notFound: { status: 404, says: "There is no algorithm {id}", code: "2300" },
  conditionNotFound: { status: 404, says: "There is no condition {id} in the latest version", code: "2300" },
  executionNotFound: { status: 404, says: "There is no execution {id} in the latest version", code: "2300" },
  notYours: {
    status: 403,
    says: "The algorithm {id} belongs to another user or to the library: add one of your own",
    code: "2400",
  },
  unfit: { status: 422, says: "{parameter} cannot be taken: {reason}", code: "2300" },
  notValid: {
    status: 422,
    says: "The algorithm cannot be published. Errors in missing_information: {count}",
    code: "2300",
  },
  tooMany: { status: 422, says: "An account has at most {maximum} algorithms: remove one first", code: "2410" },
  tooManyParts: {
    status: 422,
    says: "An algorithm has at most {maximum} conditions and as many executions: remove one first",
    code: "2410",
  },
  tooManyVersions: {
    status: 422,
    says: "An algorithm has at most {maximum} versions: add another algorithm for the next one",
    code: "2410",
  },
  inUse: {
    status: 409,
    says: "Profiles use the algorithm {id}: delete them, or give them another algorithm",
    code: "2350",
  },
  inUseElsewhere: {
    status: 409,
    says:
      "{count} profiles use the algorithm {id}, and not all of them are yours to see: unpublish it " +
      "(algorithm-creator/unpublish-algorithm), so that no other profile can choose it",
    code: "2350",
  },
  executionInUse: {
    status: 409,
    says: "Other executions depend on the execution {id}: change or remove them first",
    code: "2350",
  },
});

/** A value that cannot be taken, named for programs too. */
export function unfit(parameter: string, reason: string) {
  return algorithmErrors.unfit({
    parameter,
    reason,
    details: { missing_information: [{ parameter, error: reason }] },
  });
}
