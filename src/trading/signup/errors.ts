/** Errors about sign-up and invitations. */
import { errors } from "../../kit/errors/catalogue.ts";

export const signupErrors = errors("signup", {
  off: { status: 403, says: "Sign-up is not open on this platform. Its operator makes accounts", code: "2300" },
  invitationNeeded: {
    status: 422,
    says: "Sign-up needs an invitation: send its code as invitation",
    code: "2300",
  },
  badInvitation: {
    status: 422,
    says: "This invitation is unknown, was used or revoked, or has expired. Ask for another one",
    code: "2300",
  },
  badReferralCode: {
    status: 422,
    says: "There is no referral code {code}. Check it, or sign up without one",
    code: "2300",
  },
  emailInUse: {
    status: 422,
    says: "This mail address has an account already. Log in, or set a new password",
    code: "2300",
  },
  mayNotInvite: {
    status: 403,
    says: "This account may not invite. Ask the operator of the platform for the right to invite",
    code: "2300",
  },
  tooManyInvitations: {
    status: 422,
    says: "This account has {maximum} open invitations, which is the most. Revoke one, or wait until one is used",
    code: "2300",
  },
  invitationNotFound: { status: 404, says: "This account has no open invitation {id}", code: "2300" },
  noOpenInvitation: { status: 404, says: "There is no open invitation {id}", code: "2300" },
});
